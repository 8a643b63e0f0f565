import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import sql from 'sql-template-tag'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { readConfig } from '#server/core/config.ts'
import { jobs } from '#server/engines/jobs/enqueue.ts'
import { jobKind } from '#server/engines/jobs/jobs.ts'
import type { TaskServices } from '#server/engines/jobs/task.ts'
import { testDatabase } from '#server/testing/database.ts'
import { makeOn } from '#server/testing/make.ts'
import { leaseReceivers, type Outbox, release } from './outbox.sql.ts'
import { deliverOutbox } from './outbox.ts'

// No worker runs on this database.
const { system } = await testDatabase()
const make = makeOn(system)
const log = pino({ level: 'silent' })
const receiver = z.object({ url: z.string() })
const outbox: Outbox<typeof receiver> = {
  ...{ receivers: sql`webhook`, messages: sql`webhook_message`, attempts: sql`webhook_attempt` },
  ...{ receiverId: sql`webhook_id`, receiver, columns: sql`url`, patience: 72, longestWait: 3_600_000 },
}

async function waiting(url: string) {
  const { id } = await make.company()
  await system.change`
    with receiver as (insert into webhook (company_id, url, secret_sealed) values (${id}, ${url}, '') returning id)
    insert into webhook_message (company_id, webhook_id, activity_id) select ${id}, id, uuidv7() from receiver`
}

test('the receiver whose last attempt is longest ago comes first', async () => {
  for (const url of ['a', 'b', 'c']) await waiting(url)
  const turns: string[] = []
  for (let turn = 0; turn < 9; turn += 1) {
    const lease = randomUUID()
    const [next] = await leaseReceivers(system, outbox, lease, 1)
    if (!next) throw new Error('nobody is free')
    turns.push(next.url)
    // The receiver is released with messages left, as when its turn is over.
    await release(system, outbox, lease, next)
    await new Promise(resolve => setTimeout(resolve, 2))
  }
  expect(turns.slice(3, 6)).toEqual(turns.slice(0, 3))
  expect(turns.slice(6)).toEqual(turns.slice(0, 3))
  expect(new Set(turns).size).toBe(3)
  await system.change`delete from webhook`
})

// Guard: the database computes `due_in`. A process using its own clock would try again immediately, or come back hours late.
test.each([-7_200_000, 7_200_000])(
  'a repetition is due by the database’s clock, %i ms from the process’s',
  async skew => {
    await waiting('a')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + skew })
    const sent: number[] = []
    let questions = 0
    const watched = new Proxy(system, {
      get(target, name, self) {
        if (name === 'rows') questions += 1
        return Reflect.get(target, name, self)
      },
    })
    const deliver = deliverOutbox<typeof receiver, null, object>({
      ...{ outbox, job: jobKind('deliver', { lane: 'deliveries' }), unopened: '', pace: () => 0, firstWait: () => 200 },
      open: () => null,
      load: async (_system, _receiver, ids) => ids.map(message_id => ({ message_id })),
      async send() {
        sent.push(performance.now())
        return { status: 500, answer: '', problem: sent.length === 2 ? null : 'HTTP 500' }
      },
      giveUpReason: async () => undefined,
      disabled: async () => {},
    })
    const services = { config: readConfig({}), system: watched, log, jobs } as Partial<TaskServices> as TaskServices
    const stopping = new AbortController().signal
    await deliver(services, {}, { id: '1', attempt: 1, lastAttempt: true, stopping, log })
    const [first = 0, second = 0] = sent
    expect(sent).toHaveLength(2)
    expect(second - first).toBeGreaterThan(190)
    expect(second - first).toBeLessThan(2_000)
    expect(questions).toBeLessThan(20)
    await system.change`delete from webhook`
  },
)
