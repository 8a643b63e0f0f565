import type { Jobs } from './jobs.ts'
import { flagsOf } from './lanes.ts'

/** Adds a job. This process needs no worker: any holder of a database handle may enqueue, and some replica runs the job. */
export const jobs: Jobs = {
  async enqueue(database, { name, lane, queue }, payload, options = {}) {
    // The arguments are named because the worker's own schema adds more of them from one version to the next.
    await database.change`
      select graphile_worker.add_job(${name}, payload => ${JSON.stringify(payload)}::json,
        run_at => ${options.runAt ?? null}, job_key => ${options.key ?? null}, max_attempts => ${options.attempts ?? null},
        queue_name => ${queue?.(payload) ?? null}, flags => ${flagsOf(lane)},
        job_key_mode => ${options.keepPlace ? 'preserve_run_at' : 'replace'})`
  },

  async enqueueMany(database, { name, lane, queue }, payloads, options = {}) {
    // The worker runs jobs with higher priority numbers later.
    await database.change`
      select count(*) as added from graphile_worker.add_jobs(array(
        select json_populate_record(null::graphile_worker.job_spec, json_build_object('identifier', ${name}::text,
          'payload', payload, 'queue_name', queue, 'max_attempts', ${options.attempts ?? null}::integer, 'priority', 10,
          'flags', ${flagsOf(lane)}::text[]))
        from unnest(${payloads.map(payload => JSON.stringify(payload))}::json[],
          ${payloads.map(payload => queue?.(payload) ?? null)}::text[]) as added (payload, queue)))`
  },
}
