import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { countOf } from '#server/database/count-rows.ts'
import { testDatabase } from '#server/testing/database.ts'
import { clockOutcome, expectedAfter, watchClock } from './clock.ts'
import { jobs } from './enqueue.ts'
import { jobKind } from './jobs.ts'
import { task } from './task.ts'
import { worksOn } from './works-on.fixture.ts'

const database = await testDatabase()
const { system } = database
const work = worksOn(database)

const clocked = (cron: string, lane: 'slow' | 'long' = 'slow') =>
  task(jobKind('of_the_clock', { lane }), async () => {}, { cron, attempts: 1 })
const expected = (at: string, cron: string, lane?: 'slow' | 'long') =>
  new Date(expectedAfter(clocked(cron, lane), Date.parse(`2026-11-26T${at}Z`))).toISOString().slice(5, 16)

test('a task must succeed again by its second next start, or an hour after its next one', () => {
  expect(expected('10:00:20', '* * * * *')).toBe('11-26T10:02')
  expect(expected('10:42:00', '41 * * * *')).toBe('11-26T12:41')
  expect(expected('16:43:09', '43 16 * * *')).toBe('11-27T17:43')
  expect(expected('12:23:09', '23 1-12 * * *')).toBe('11-27T02:23')
  // A base backup may take hours.
  expect(expected('19:47:30', '47 19 * * *', 'long')).toBe('11-27T23:47')
})

test('a scheduled task that keeps failing for good leaves one failed job, and none once it succeeds', async () => {
  let fails = true
  let runs = 0
  const [noted, kind] = [[] as string[], jobKind('of_the_clock')]
  const run = async () => {
    runs += 1
    if (fails) throw new Error(`run ${runs}`)
  }
  await work(undefined, {
    tasks: [task(kind, run, { cron: '* * * * *', attempts: 1 })],
    outcomes: { succeeded: name => noted.push(`${name} +`), failed: name => noted.push(`${name} -`) },
  })
  const start = async () => {
    const before = runs
    await jobs.enqueue(system, kind, {}, { key: kind.name, attempts: 1 })
    await expect.poll(() => runs).toBe(before + 1)
    await expect
      .poll(() =>
        countOf(
          system,
          sql`select count(*) from graphile_worker._private_jobs
      where locked_at is not null or attempts < max_attempts`,
        ),
      )
      .toBe(0)
  }
  const left = () => countOf(system, sql`select count(*) from graphile_worker._private_jobs`)
  for (let time = 0; time < 3; time++) await start()
  expect(await left()).toBe(1)
  expect(
    await countOf(system, sql`select count(*) from graphile_worker._private_jobs where last_error like '%run 3%'`),
  ).toBe(1)
  fails = false
  await start()
  expect(await left()).toBe(0)
  expect(noted).toEqual([...Array(3).fill('task:of_the_clock -'), 'task:of_the_clock +'])
})

test('scheduled tasks are watched from their first run on, and anew after the schedule has stood still', async () => {
  const tasks = [clocked('* * * * *')]
  const isFresh = () =>
    countOf(
      system,
      sql`select count(*) from service_outcome
      where name = ${clockOutcome('of_the_clock')} and watched_since > now() - interval '1 minute'`,
    )
  await watchClock(system, tasks)
  expect(await isFresh()).toBe(1)
  await system.change`update service_outcome set watched_since = now() - interval '9 days'`
  const ran = (age: string) => system.change`
    insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
    values ('sweep', now(), now() - ${age}::interval)
    on conflict (identifier) do update set last_execution = excluded.last_execution`
  // A restart of the portal does not hide an overdue task.
  await ran('5 minutes')
  await watchClock(system, tasks)
  expect(await isFresh()).toBe(0)
  await ran('2 hours')
  await watchClock(system, tasks)
  expect(await isFresh()).toBe(1)
})
