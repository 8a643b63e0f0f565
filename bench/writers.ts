import pg from 'pg'
import { clientConfig } from '#server/database/client.ts'
import { alternate, type Figure, median } from './figures.ts'
import { withClient } from './portal.ts'

const count = 32
const seconds = 4
const rounds = 3

/** Compares the rate at which 32 connections change lines with that of the same changes without notifications. */
export async function writers(url: string, companyId: string): Promise<Figure[]> {
  const clients = await Promise.all(
    Array.from({ length: count }, async () => {
      const client = new pg.Client(clientConfig(url))
      // A connection that ends with its database must not hide why the database was stopped.
      client.on('error', () => {})
      await client.connect()
      return client
    }),
  )
  const lines = await withClient(url, async client => {
    const { rows } = await client.query<{ id: string }>(
      `select id from line where company_id = $1 and state = 'active' order by id`,
      [companyId],
    )
    return rows.map(({ id }) => id)
  })
  const rate = async () => {
    let changed = 0
    const until = performance.now() + seconds * 1000
    await Promise.all(
      clients.map(async (client, place) => {
        for (let turn = place; performance.now() < until; turn += count) {
          const values = [companyId, lines[turn % lines.length], `线路-${turn}`]
          await client.query({
            name: 'rename',
            text: 'update line set name = $3 where company_id = $1 and id = $2',
            values,
          })
          changed += 1
        }
      }),
    )
    return changed / seconds
  }
  const announcing = (how: 'enable' | 'disable') => async () => {
    await withClient(url, client => client.query(`alter table line ${how} trigger access_changed`))
    return rate()
  }
  try {
    await rate()
    const measured = await alternate(rounds, { ours: announcing('enable'), reference: announcing('disable') })
    const [withThem, without] = [median(measured.ours), median(measured.reference)]
    return [
      {
        name: `line changes of ${count} writers: rate with notifications against without`,
        result: withThem / without,
        unit: '×',
        atLeast: 0.95,
        note: `${withThem.toFixed(0)} against ${without.toFixed(0)} per s, median of ${rounds}`,
      },
    ]
  } finally {
    await Promise.all(clients.map(client => client.end()))
  }
}
