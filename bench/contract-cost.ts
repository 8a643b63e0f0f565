import Fastify, { type FastifyInstance } from 'fastify'
import pino from 'pino'
import type { CallName } from '#contract/index.ts'
import { contract } from '#contract/index.ts'
import { handlers } from '#server/app/handlers.ts'
import { calls } from '#server/app/http/calls.ts'
import { type Handlers, portalApi } from '#server/app/http/portal-api.ts'
import { readConfig } from '#server/core/config.ts'
import { success } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'
import type { Services } from '#server/engines/services.ts'
import { production } from '#server/testing/production.ts'
import { alternate, type Figure, median } from './figures.ts'

/**
 * Measures the contract's own cost: finding the session's row in the database's answer, checking access, parsing the input,
 * wrapping the answer. Two Fastify instances in this process answer the same data through `inject`: one with the portal's loop over
 * the contract, its handlers replaced by constants and its database by one that returns the session immediately; the other with a
 * bare route that sends the same envelope. The contract's cost is the difference of a call.
 */
const sessionRow = {
  id: '0190b0c0-0000-7000-8000-000000000001',
  account_id: '0190b0c0-0000-7000-8000-000000000002',
  phone: '13900000000',
  account_state: 'active',
  end_reason: null,
  over: false,
  expired: false,
  unseen: false,
  company_id: null,
  employee_id: null,
  role: null,
  company_state: null,
}
const memory: Database = {
  // The calls measured here query no row but the session's.
  row: () => async () => sessionRow as never,
  one: () => async () => sessionRow as never,
  rows: () => async () => [],
  change: async () => 1,
  transaction: work => work(memory),
}

const sessions = Array.from({ length: 20 }, (_, index) => ({
  session_id: `0190b0c0-0000-7000-8000-0000000001${String(index).padStart(2, '0')}`,
  client_name: 'portal-web',
  client_version: '1201',
  ip: '127.0.0.1',
  device: 'Chrome · Windows',
  created_at: '2026-11-20T01:30:00.000Z',
  last_seen_at: '2026-11-20T01:30:00.000Z',
  current: index === 0,
}))

const samples: { name: CallName; about: string; input: object; data: unknown }[] = [
  {
    name: 'wRegister',
    about: 'public, six fields',
    input: { is_agree: 1, username: '13900000000', password: 'Bench-2468', captcha: '123456', invite_code: 'HYL666' },
    data: {},
  },
  { name: 'getSessionList', about: 'account, answers 20 rows', input: {}, data: { list: sessions, total: 20 } },
  {
    name: 'wAuth',
    about: 'account, the largest input',
    input: {
      kind: 'company',
      is_identity: 1,
      is_licence: 1,
      company_name: '深圳市测试科技有限公司',
      credit_code: '91440300MAXX000013',
      industry_id: '0190b0c0-0000-7000-8000-000000000003',
      licence_file_id: '0190b0c0-0000-7000-8000-000000000004',
      person_name: '林海舟',
      id_number: '440300198808080002',
      address: '广东省深圳市南山区科苑路 8 号',
    },
    data: { user_status: -2 },
  },
]

async function withContract(): Promise<FastifyInstance> {
  const app = Fastify()
  // A call that prepares its change executes it by `once`.
  const constant = Object.fromEntries(
    samples.map(({ name, data }) => [
      name,
      async ({ once }: { once?: (change: () => Promise<unknown>) => Promise<unknown> }) =>
        once ? once(async () => data) : data,
    ]),
  )
  const services = { config: readConfig(production), log: pino({ level: 'silent' }), system: memory }
  // The calls above use no other service.
  await calls(app, portalApi(services as unknown as Services, { ...handlers, ...constant } as Handlers))
  return app
}

function bare(): FastifyInstance {
  const app = Fastify()
  for (const { name, data } of samples) app.post(contract[name].path, async () => success(data))
  return app
}

const batch = 500

/** Returns microseconds of processor time per sequential call, which other load on the machine hardly changes. */
async function measureCall(app: FastifyInstance, path: string, payload: string, expected: string): Promise<number> {
  const request = { method: 'POST' as const, url: path, headers: { 'content-type': 'application/json' }, payload }
  const { body } = await app.inject(request)
  if (body !== expected) throw new Error(`${path} answered ${body}`)
  const began = process.cpuUsage()
  for (let index = 0; index < batch; index += 1) await app.inject(request)
  const { user, system } = process.cpuUsage(began)
  return (user + system) / batch
}

export async function contractCost({ rounds }: { rounds: number }): Promise<Figure[]> {
  const [ours, reference] = [await withContract(), bare()]
  const figures: Figure[] = []
  for (const { name, about, input, data } of samples) {
    const { path, access } = contract[name]
    const payload = JSON.stringify({ instance_id: 23, ...(access !== 'public' && { sid: 'x'.repeat(43) }), ...input })
    const expected = JSON.stringify(success(data))
    const side = (app: FastifyInstance) => () => measureCall(app, path, payload, expected)
    // Warm up before anything counts.
    await alternate(4, { ours: side(ours), reference: side(reference) })
    const measured = await alternate(rounds, { ours: side(ours), reference: side(reference) })
    const [whole, rest] = [median(measured.ours), median(measured.reference)]
    figures.push({
      name: `the contract's own cost: ${name} (${about})`,
      result: whole - rest,
      unit: 'µs',
      atMost: 60,
      note: `${whole.toFixed(0)} − ${rest.toFixed(0)} µs by inject, median of ${rounds} × ${batch}`,
    })
  }
  await ours.close()
  await reference.close()
  return figures
}
