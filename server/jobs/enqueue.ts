import sql from 'sql-template-tag'
import type { Jobs } from './jobs.ts'

/** Needs no worker in this process: whoever has a database handle may enqueue, and some replica runs it. */
export const jobs: Jobs = {
  async enqueue(database, name, payload, options = {}) {
    // Named arguments: the worker's own schema adds more of them from one version to the next.
    await database.rows(sql`
      select graphile_worker.add_job(${name}, payload => ${JSON.stringify(payload)}::json,
        run_at => ${options.runAt ?? null}, job_key => ${options.key ?? null}, max_attempts => ${options.attempts ?? null})`)
  },

  async enqueueMany(database, name, payloads, options = {}) {
    // Priorities of the worker: the higher the later.
    await database.row(sql`
      select count(*) as added from graphile_worker.add_jobs(array(
        select json_populate_record(null::graphile_worker.job_spec, json_build_object('identifier', ${name}::text,
          'payload', payload, 'max_attempts', ${options.attempts ?? null}::integer, 'priority', 10))
        from unnest(${payloads.map(payload => JSON.stringify(payload))}::json[]) as payload))`)
  },
}
