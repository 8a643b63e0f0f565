import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { jobs } from '#server/engines/jobs/enqueue.ts'
import type { TaskServices } from '#server/engines/jobs/task.ts'
import { providerCompanies } from './companies.fixture.ts'
import { enqueueReread } from './jobs.ts'
import { addHints, maxHints } from './provider.sql.ts'
import { rereadHinted } from './reading.ts'

const { companyOf, portal } = await providerCompanies()
const { system, call } = portal

const waitingJob = z.object({ run_at: z.string() })
const waitingJobs = (companyId: string) =>
  system.rows(waitingJob)`
    select run_at::text from graphile_worker._private_jobs where key = ${`look_again ${companyId}`}`

// Guard: `until`. Without it a company whose callbacks name new people faster than they are read keeps its place for ever.
test('a company that is hinted at without end is read for its turn, and then waits behind others', async () => {
  const { company, sid, there, add, fetch, employees, hints } = await companyOf('wecom')
  for (const id of ['p1', 'p2']) add(id, '11')
  await fetch()
  expect((await call('startDirectory', { leaving: 0 }, { sid })).code).toBe(200)
  there.people.delete('p1')
  const hint = (count: number, name: string) =>
    addHints(
      system,
      company.id,
      'person',
      Array.from({ length: count }, (_, index) => `${name}${index}`),
    )
  await addHints(system, company.id, 'person', ['p1'])
  await hint(60, 'first')
  const enqueue = vi.fn(async () => hint(5, 'never-ending'))
  // The services of a job; a directory needs no others.
  const services = { ...portal.services, jobs: { ...jobs, enqueue } } as unknown as TaskServices
  const endless = setInterval(() => void hint(40, String(Math.random())), 10)
  const before = there.state.questions
  try {
    await rereadHinted(services, { company_id: company.id }, { stopping: AbortSignal.timeout(20_000) }, 2_000)
  } finally {
    clearInterval(endless)
  }
  expect(enqueue).toHaveBeenCalledTimes(1)
  // Those whose turn came were read and applied; the others still wait.
  expect(there.state.questions - before).toBeGreaterThan(0)
  expect((await employees()).map(({ name }) => name)).toEqual(['员工p2'])
  expect(await hints()).toBeGreaterThan(0)
})

// Guard: `hasRoomForHints`. Without it a company could fill the disk with the names of people who do not exist.
test('beyond the hints that are kept, a callback has the whole directory read', async () => {
  const { company, sid, there, add, fetch, employees, send, hints } = await companyOf('wecom')
  for (const id of ['p1', 'p2']) add(id, '11')
  await fetch()
  expect((await call('startDirectory', { leaving: 0 }, { sid })).code).toBe(200)
  await system.change`
    insert into directory_hint (company_id, kind, external_id)
    select ${company.id}, 'person', 'nobody' || n from generate_series(1, ${maxHints}::integer) n`
  there.people.delete('p1')
  expect((await send(there.tell('person', 'p1'))).statusCode).toBe(200)
  await vi.waitFor(async () => expect(await hints()).toBe(0), { timeout: 10_000, interval: 50 })
  expect((await employees()).map(({ name }) => name)).toEqual(['员工p2'])
})

test('a company’s further callbacks do not send it back in the line', async () => {
  const { id } = await portal.make.company()
  await system.transaction(async transaction => {
    await enqueueReread(jobs, transaction, id)
    // The portal's own worker leaves it alone.
    await transaction.change`
      update graphile_worker._private_jobs set run_at = now() + interval '1 hour' where key = ${`look_again ${id}`}`
  })
  const waiting = await waitingJobs(id)
  expect(waiting).toHaveLength(1)
  await enqueueReread(jobs, system, id)
  expect(await waitingJobs(id)).toEqual(waiting)
})
