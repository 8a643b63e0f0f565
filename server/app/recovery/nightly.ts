import { BackupProblem } from '#server/app/backup/manifest.ts'
import type { Database } from '#server/database/database.ts'
import type { RunningJob, TaskServices } from '#server/engines/jobs/task.ts'
import { inRehearsalFolder, removeLeftRehearsals } from './leftovers.ts'

/** Makes a base backup if this process keeps the archive. */
export async function takeBaseBackup(
  { archive }: TaskServices,
  _payload: object,
  { stopping }: RunningJob,
): Promise<void> {
  await archive?.takeBase(stopping)
}

/** Milliseconds allowed for a new portal's first base backup, which starts immediately but takes longer than a minute. */
const untilFirstBase = 3_600_000

/** Restores the archive's latest state into a temporary folder beside the data, and records the result. */
export async function rehearseRestore(
  services: TaskServices,
  _payload: object,
  { stopping }: RunningJob,
): Promise<void> {
  const { archive, config, log, system } = services
  if (!archive) return
  const { baseAt, startedAt, trouble } = archive.status()
  if (!baseAt && Date.now() - startedAt < untilFirstBase) return
  // Loaded only when needed.
  const { restoreTo } = await import('./restore-to.ts')
  await removeLeftRehearsals(config)
  try {
    if (!baseAt) throw new BackupProblem(trouble ? `归档写不进去：${trouble}` : '归档里没有基础备份')
    const { tables, rows, inconsistencies, newestOrder } = await inRehearsalFolder(config, folder =>
      restoreTo({ config, to: 'latest', folder, log, besidePortal: true, stopping }),
    )
    stopping.throwIfAborted()
    const failure = inconsistencies.length ? inconsistencies.slice(0, 3).join('；') : null
    const note = `归档演练：${tables} 张表 ${rows} 行，最新订单 ${newestOrder?.number ?? '无'}`
    await recordRehearsal(system, note, failure)
  } catch (error) {
    stopping.throwIfAborted()
    await recordRehearsal(system, '归档演练', error instanceof Error ? error.message : String(error))
    throw error
  }
}

const recordRehearsal = (system: Database, note: string, failure: string | null) =>
  system.change`
    insert into backup_run (kind, note, failure) values ('rehearsal', ${note.slice(0, 500)}, ${failure?.slice(0, 500) ?? null})`
