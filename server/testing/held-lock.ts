import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'pg'
import { afterAll } from 'vitest'

/** Returns a function that holds a lock on a connection of its own, because the portal's may all be in use. */
export function lockHolder(url: string) {
  const apart = new Pool({ connectionString: url, max: 2 })
  afterAll(() => apart.end())
  const countBlocked = async () =>
    Number(
      (
        await apart.query(
          "select count(*) from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
        )
      ).rows[0].count,
    )

  /** Sends requests that wait for the lock, and runs `work` when so many wait; it gets how many wait in the database. */
  return async function whileLocked<Sent, Result>(
    { lock, values = [], expected }: { lock: string; values?: string[]; expected: number },
    send: () => Sent,
    work: (sent: Sent, blocked: number) => Promise<Result>,
  ): Promise<Result> {
    const holder = await apart.connect()
    try {
      await holder.query('begin')
      await holder.query(lock, values)
      const sent = send()
      for (const deadline = Date.now() + 15_000; (await countBlocked()) < expected && Date.now() < deadline; )
        await sleep(20)
      // Longer than the next ones take to reach the lock, and shorter than any waits for it.
      await sleep(300)
      return await work(sent, await countBlocked())
    } finally {
      await holder.query('rollback')
      holder.release()
    }
  }
}
