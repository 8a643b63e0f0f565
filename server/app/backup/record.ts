import { withClient } from '#server/database/client.ts'

/** Writes down that a backup, or a rehearsal of restoring one, has been completed. */
export async function recordBackup(url: string, kind: 'backup' | 'rehearsal', note: string): Promise<void> {
  await withClient(url, async client => {
    await client.query('insert into backup_run (kind, note) values ($1, $2)', [kind, note.slice(0, 500)])
  })
}
