import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { TaskServices } from '#server/engines/jobs/task.ts'
import { beginPreparation, earlierFolders, setFailed, setReady } from '#server/modules/health/preparations.sql.ts'

/** Restores into a new folder and writes down what it found. The switch is a command, while the portal is stopped. */
export async function prepareRestore(services: TaskServices, { preparation_id: id }: { preparation_id: string }) {
  const { config, log, system } = services
  // Its code is loaded only when it is needed.
  const [{ restoreTo }, { describeFindings, restoredFolder }] = await Promise.all([
    import('./restore-to.ts'),
    import('./commands.ts'),
  ])
  for (const { folder } of await earlierFolders(system, id))
    await rm(join(config.dataDir, folder), { recursive: true, force: true })
  const folder = restoredFolder()
  const moment = await beginPreparation(system, id, folder)
  if (!moment) return
  try {
    const to = Date.parse(moment)
    const findings = await restoreTo({ config, to, folder: join(config.dataDir, folder), log, besidePortal: true })
    await setReady(system, id, [describeFindings(findings), ...findings.inconsistencies].join('\n'))
  } catch (error) {
    log.error({ err: error }, '准备恢复失败')
    await setFailed(system, id, error instanceof Error ? error.message : String(error))
  }
}
