import { withClient } from '#server/database/client.ts'

/** Records that a backup or a restore rehearsal was completed, and what it lacks. */
export async function recordBackup(
  url: string,
  kind: 'backup' | 'rehearsal',
  note: string,
  failure: string | null = null,
): Promise<void> {
  await withClient(url, async client => {
    await client.query('insert into backup_run (kind, note, failure) values ($1, $2, $3)', [
      kind,
      note.slice(0, 500),
      failure?.slice(0, 500) ?? null,
    ])
  })
}
