import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Database } from '#server/database/database.ts'
import { announceEvery } from '#server/database/pending-notifications.ts'

const pending = z.object({ rows: z.int() })

/** Waits until all changes so far have been announced and the notifications have arrived. */
export async function allAnnounced(system: Database): Promise<void> {
  while ((await system.row(pending)`select count(*) as rows from pending_notification`)?.rows) await sleep(20)
  await sleep(announceEvery / 2)
}
