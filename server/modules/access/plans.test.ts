import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Call } from '#contract/call.ts'
import { contract } from '#contract/index.ts'
import { testPortal } from '#server/testing/portal.ts'
import { effectiveAccess, happened, planned, touchedBy } from './effective.model.ts'
import { type Act, choice, randomActs, undoable } from './random-acts.fixture.ts'
import type { World } from './random-world.fixture.ts'

const portal = await testPortal()
const { call, system } = portal
const { world, actOf, settle, names } = await randomActs(portal)

const requestedDevice = z.object({ device_id: z.string().nullable() })

/** Returns the device that a request is about, if any. */
async function deviceAsked(requestId: unknown): Promise<string[] | undefined> {
  const found = await system.row(requestedDevice)`select device_id from access_request where id = ${String(requestId)}`
  return found?.device_id ? [found.device_id] : undefined
}

/** Requests the code that an act on devices needs, as a manager would; the plan requires none. */
async function withCaptcha({ sid, phone }: World, { name, input }: Act) {
  const device_ids = name === 'approveRequest' ? await deviceAsked(input.request_id) : input.device_ids
  if (!device_ids || name === 'deviceRemove') return input
  await system.change`delete from code_allowance where phone = ${`manager_code:${phone}`}`
  await system.change`delete from demo_outbox where phone = ${phone}`
  const action = name === 'deviceAuthStatusChange' ? 'authorization' : 'audit'
  const sent = await call('getCompanyAdminCaptcha', { action, device_ids: device_ids as string[] }, { sid })
  return { ...input, captcha: sent.code === 200 ? await portal.codeSentTo(phone) : '000000' }
}

const adding = new Set<Act['name']>(['addCompanyUser', 'commitEmployeeImport'])
const recorded = z.object({ subject_id: z.string() })
const counted = new Map<string, number>()

/** Plans an act, performs it, and compares both with the change that the rows show in the whole company. */
async function check(within: World, act: Act): Promise<void> {
  const { company, sid } = within
  const before = await effectiveAccess(system, company.id)
  const plan = await call('planAccess', { call: act.name, input: act.input }, { sid })
  expect(await effectiveAccess(system, company.id), `${act.name} was only planned`).toEqual(before)
  const input = (await withCaptcha(within, act)) as never
  const last = await system.row(z.object({ id: z.string() }))`select uuidv7() as id`
  const done = await call(act.name, input, { sid })
  expect(done.code, `${act.name} ${JSON.stringify(act.input)} ${plan.msg} ${done.msg}`).toBe(plan.code)
  counted.set(`${act.name} ${done.code}`, (counted.get(`${act.name} ${done.code}`) ?? 0) + 1)
  if (done.code !== 200) return
  await settle(within, act)
  if ('activity_id' in done.data && done.data.activity_id && act.name !== 'undoActivity')
    undoable.set(company.id, done.data.activity_id)
  const after = await effectiveAccess(system, company.id)
  const effect = happened(before, after)
  // A person who is being added has no id before; the one that the plan named was rolled back with it.
  const nameless = (all: typeof effect) =>
    adding.has(act.name) ? { ...all, joining: Object.values(all.joining).sort() } : all
  expect(nameless(planned(plan.data)), `${act.name} ${JSON.stringify(act.input)}`).toEqual(nameless(effect))
  const entries = await system.rows(recorded)`
    select subject_id from activity
    where company_id = ${company.id} and action = 'employee.access' and id > ${last?.id ?? ''}`
  expect(entries.map(({ subject_id }) => subject_id).sort(), `${act.name} ${JSON.stringify(act.input)}`).toEqual(
    touchedBy(before, after),
  )
}

test('every call declared as changing access has a plan', () => {
  const declared = Object.entries(contract as Record<string, Call>)
  expect(names.sort()).toEqual(declared.flatMap(([name, { changesAccess }]) => (changesAccess ? [name] : [])).sort())
})

/** A nightly run sets ACCESS_ACTS=10000. */
const rounds = Number(process.env.ACCESS_ACTS ?? 208)
const together = 16

test('each plan predicts what its call then does and what the records say', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(choice, { minLength: together, maxLength: together }), async choices => {
      const within = await world()
      for (const chosen of choices) {
        const act = await actOf(within, chosen)
        if (act) await check(within, act)
      }
    }),
    { numRuns: Math.ceil(rounds / together), endOnFailure: true },
  )
  // A plan and an act that are both refused agree as well, so enough acts must succeed.
  const done = names.map(name => counted.get(`${name} 200`) ?? 0)
  expect(done.reduce((sum, times) => sum + times, 0)).toBeGreaterThan(rounds / 4)
  if (!process.env.ACCESS_ACTS) return
  console.info(Object.fromEntries([...counted].sort()))
  expect(names.filter((_, place) => !done[place])).toEqual([])
}, 3_600_000)
