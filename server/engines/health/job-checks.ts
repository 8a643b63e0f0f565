import sql from 'sql-template-tag'
import { z } from 'zod'
import { jobName } from '#contract/operations/job-names.ts'
import type { Database } from '#server/database/database.ts'
import { hasFailed } from '../jobs/failed.ts'
import { clockCheck } from './clock-check.ts'
import type { HealthCheck } from './health-check.ts'

const queue = z.object({
  oldest: z.number().nullable(),
  waiting: z.int(),
  task: z.string().nullable(),
})
const running = z.object({ task: z.string(), age: z.number() })
const crontab = z.object({ age: z.number().nullable() })

/** Jobs of the long lane may wait an hour for the previous one. */
const expectedAt = sql`run_at + case when flags ? 'long' then interval '1 hour' else interval '0' end`

/** One statement counts everything; the table holds only unfinished jobs and is small while the queue moves. */
const queueFigures = sql`
  select extract(epoch from now() - min(expected_at) filter (where waits))::double precision as oldest,
    (count(*) filter (where waits))::integer as waiting,
    (array_agg(identifier order by expected_at) filter (where waits))[1] as task
  from (select jobs.*, tasks.identifier, ${expectedAt} as expected_at, run_at <= now() and locked_at is null and attempts < max_attempts as waits
    from graphile_worker._private_jobs as jobs join graphile_worker._private_tasks as tasks on tasks.id = task_id) as job`

const failedTask = z.object({ task: z.string(), count: z.int() })

/** Queries either the lanes whose jobs may take hours, or the others. */
const longestRunning = async (database: Database, long: boolean) => {
  const row = await database.row(running)`
    select identifier as task, extract(epoch from now() - locked_at)::double precision as age
    from graphile_worker._private_jobs as job join graphile_worker._private_tasks as task on task.id = job.task_id
    where locked_at is not null and coalesce(flags ? 'long', false) = ${long} order by locked_at limit 1`
  return [{ value: Math.max(0, row?.age ?? 0), detail: jobName(row?.task ?? '') }]
}

export const jobChecks: readonly HealthCheck[] = [
  {
    name: 'jobs_oldest_waiting',
    group: 'jobs',
    title: '最久等待的任务',
    metric: { name: 'portal_jobs_oldest_waiting_seconds', help: 'Age of the oldest job that is due and not begun' },
    unit: 'seconds',
    limits: { warn: 60, bad: 300 },
    advice: '查看日志里的“任务队列”；确认至少一个副本在运行，重新启动没有进展的副本。',
    async measure({ database }) {
      const figures = await database.row(queue)`${queueFigures}`
      return [{ value: Math.max(0, figures?.oldest ?? 0), detail: jobName(figures?.task ?? '') }]
    },
  },
  {
    name: 'jobs_longest_running',
    group: 'jobs',
    title: '做得最久的任务',
    metric: {
      name: 'portal_jobs_longest_running_seconds',
      help: 'Time since the oldest job under way outside the long lane was begun',
    },
    unit: 'seconds',
    limits: { warn: 600, bad: 1_800 },
    advice:
      '这些任务只要几分钟：多半在等不应答的硬盘、网络存储或服务器，其间这一种任务不再执行。排除之后重新启动那个副本。',
    measure: ({ database }) => longestRunning(database, false),
  },
  {
    name: 'jobs_longest_long',
    group: 'jobs',
    title: '做得最久的长任务',
    metric: { name: 'portal_jobs_longest_long_seconds', help: 'Time since the oldest job of the long lane was begun' },
    unit: 'seconds',
    limits: { warn: 7_200 },
    advice: '基础备份、演练与大的目录可能做很久；仍在增长时看日志与磁盘、网络，排除之后重新启动那个副本。',
    measure: ({ database }) => longestRunning(database, true),
  },
  {
    name: 'jobs_waiting',
    group: 'jobs',
    title: '等待中的任务',
    metric: { name: 'portal_jobs_waiting', help: 'Jobs that are due and not begun' },
    unit: 'count',
    limits: { warn: 2_000 },
    advice: '大批任务（导入、赠券）会暂时如此；持续增长时查看最久等待的任务与外部服务是否变慢。',
    measure: async ({ database }) => [{ value: (await database.row(queue)`${queueFigures}`)?.waiting ?? 0 }],
  },
  {
    name: 'jobs_failed',
    group: 'jobs',
    title: '失败的任务',
    metric: { name: 'portal_jobs_failed', help: 'Jobs whose attempts are used up' },
    unit: 'count',
    limits: { warn: 0, bad: 20 },
    advice: '在下面“失败的任务”里看原因，排除之后重试；不必再做的移除。',
    async measure({ database }) {
      const rows = await database.rows(failedTask)`
        select identifier as task, count(*)::integer as count
        from graphile_worker._private_jobs join graphile_worker._private_tasks as tasks on tasks.id = task_id
        where ${hasFailed} group by identifier order by count desc, identifier`
      const detail = rows.map(({ task, count }) => `${jobName(task)} ${count}`).join('、')
      return [{ value: rows.reduce((sum, { count }) => sum + count, 0), detail }]
    },
  },
  clockCheck,
  {
    name: 'jobs_clock',
    group: 'jobs',
    title: '定时任务最近一次',
    metric: { name: 'portal_jobs_clock_age_seconds', help: 'Time since the clock last started a job' },
    unit: 'seconds',
    limits: { warn: 150, bad: 300 },
    advice: '定时任务由队列启动，每分钟至少一次；停住说明所有副本的队列都没有运行，重新启动门户。',
    async measure({ database }) {
      const row = await database.row(crontab)`
        select extract(epoch from now() - max(last_execution))::double precision as age
        from graphile_worker._private_known_crontabs`
      return row?.age == null ? [] : [{ value: Math.max(0, row.age) }]
    },
  },
  {
    name: 'jobs_standstill',
    group: 'jobs',
    title: '这个副本的队列没有取任务',
    metric: {
      name: 'portal_jobs_standstill_seconds',
      help: 'Time since the queue of this process last asked for jobs',
    },
    unit: 'seconds',
    limits: { warn: 20, bad: 60 },
    advice: '空闲的队列每两秒取一次；停住会自动恢复，两分钟内没有恢复就重新启动这个副本。',
    local: true,
    measure: async ({ jobQueue }) => [{ value: jobQueue.standstill() / 1000 }],
  },
]
