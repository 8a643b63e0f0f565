import { randomUUID } from 'node:crypto'
import { type ChainEnd, endOf } from './chain.sql.ts'
import type { connectionWorld } from './connections.fixture.ts'
import { keepChains } from './upkeep.ts'

type World = Awaited<ReturnType<typeof connectionWorld>>
type Services = Parameters<typeof keepChains>[0]
type Job = Parameters<typeof keepChains>[1]

/** Reports some days' worth of connections of two people and three shops, chained and signed in two parts. */
export async function recorded(services: Services, world: World, job: Job, connections = 24) {
  const { company, client, shop } = world
  const people = [await client(), await client()]
  const shops = [await shop('一店'), await shop('短视频', 'tiktok'), undefined]
  let stolen: ChainEnd | undefined
  for (let made = 0; made < connections; made++) {
    const person = people[made % people.length]
    const shop_id = shops[made % shops.length]
    const connection_id = randomUUID()
    const report = { connection_id, ...(shop_id && { shop_id }) }
    await person?.report([{ ...report, event: 'connect' }])
    // Some stay open.
    if (made % 5) await person?.report([{ ...report, event: 'disconnect' }])
    if (made === Math.floor(connections / 2)) {
      await keepChains(services, job)
      stolen = await endOf(services.system, company.id)
    }
  }
  const end = await endOf(services.system, company.id)
  if (!stolen || !end) throw new Error('nothing was chained')
  return { stolen, kept: [{ signed: end.signed, signature: end.signature }], end }
}
