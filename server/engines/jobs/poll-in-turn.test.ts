import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { tasks } from '#server/app/tasks.ts'
import { testDatabase } from '#server/testing/database.ts'
import { jobs } from './enqueue.ts'
import { jobKind } from './jobs.ts'
import { task } from './task.ts'
import { worksOn } from './works-on.fixture.ts'

const database = await testDatabase()
const { system } = database
const work = worksOn(database)

test('an idle worker polls once in two seconds, and due jobs run concurrently', async () => {
  /** Returns the times at which the queue's connections last polled for jobs. */
  const polls = () =>
    system.rows(z.object({ moment: z.string() }))`
      select pid || ' ' || state_change as moment from pg_stat_activity
      where datname = current_database() and query like '%_private_jobs as jobs%' and pid <> pg_backend_pid()`
  let [running, most, done] = [0, 0, 0]
  const kind = jobKind('due_together')
  const due = task(kind, async () => {
    running += 1
    most = Math.max(most, running)
    await sleep(500)
    running -= 1
    done += 1
  })
  await work(undefined, { tasks: [...tasks, due] })
  await sleep(500)
  const moments = new Set<string>()
  for (const end = Date.now() + 4_500; Date.now() < end; await sleep(10))
    for (const { moment } of await polls()) moments.add(moment)
  // Seventeen workers polling individually would poll twice each; earlier polls count once for each of the four connections.
  expect(moments.size).toBeLessThan(9)
  const runAt = new Date(Date.now() + 200)
  for (let index = 0; index < 4; index++) await jobs.enqueue(system, kind, {}, { runAt })
  await vi.waitFor(() => expect(done).toBe(4), 6_000)
  expect(most).toBe(4)
})
