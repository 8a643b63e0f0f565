import { z } from 'zod'
import { jobName } from '#contract/operations/job-names.ts'
import { clockOutcome, expectedAfter } from '../jobs/clock.ts'
import type { HealthCheck } from './health-check.ts'
import { inChina } from './in-china.ts'

const outcome = z.object({
  name: z.string(),
  now: z.number(),
  watched: z.number(),
  succeeded: z.number().nullable(),
  failures: z.int(),
})

/** Each scheduled task is judged by its own schedule: one that fails nightly is reported after the first failure. */
export const clockCheck: HealthCheck = {
  name: 'jobs_overdue',
  group: 'jobs',
  title: '没有按时做成的定时任务',
  metric: {
    name: 'portal_jobs_overdue_seconds',
    help: 'Time since a task that the clock starts should have succeeded again',
    label: 'task',
  },
  unit: 'seconds',
  limits: { warn: 600, bad: 1_800 },
  advice: '在下面“失败的任务”与日志里看原因（task 为它的名字），排除之后等下一次，或点“重试”。',
  every: 60,
  async measure({ database, tasks }) {
    const byName = new Map(tasks.map(task => [clockOutcome(task.kind.name), task]))
    const rows = await database.rows(outcome)`
      select name, failures, extract(epoch from now())::double precision * 1000 as now,
        extract(epoch from watched_since)::double precision * 1000 as watched,
        extract(epoch from succeeded_at)::double precision * 1000 as succeeded
      from service_outcome where name = any(${[...byName.keys()]}::text[]) order by name`
    const late = rows.flatMap(({ name, now, watched, succeeded, failures }) => {
      const task = byName.get(name)
      if (!task) return []
      const value = (now - expectedAfter(task, Math.max(watched, succeeded ?? 0))) / 1000
      const last = succeeded === null ? '还没有成功过' : `最近成功 ${inChina(succeeded)}`
      const detail = `“${jobName(task.kind.name)}”${failures ? `${last}，之后失败 ${failures} 次` : last}`
      return value > 0 ? [{ subject: task.kind.name, value, detail }] : []
    })
    if (!late.length) return rows.length ? [{ value: 0, detail: `${rows.length} 种都按时` }] : []
    return late.sort((one, other) => other.value - one.value)
  },
}
