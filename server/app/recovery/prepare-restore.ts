import { join } from 'node:path'
import type { RunningJob, TaskServices } from '#server/engines/jobs/task.ts'
import { beginPreparation, earlierFolders, setFailed, setReady } from '#server/modules/health/preparations.sql.ts'
import { discardRestored } from './leftovers.ts'

/** Restores into a new folder and records the findings. The switch is a separate command, run while the portal is stopped. */
export async function prepareRestore(
  services: TaskServices,
  { preparation_id: id }: { preparation_id: string },
  { lastAttempt, stopping }: RunningJob,
) {
  const { config, log, system } = services
  // Loaded only when needed.
  const [{ restoreTo }, { describeFindings, restoredFolder }] = await Promise.all([
    import('./restore-to.ts'),
    import('./commands.ts'),
  ])
  const name = restoredFolder()
  const begun = await beginPreparation(system, id, name)
  if (!begun) return
  // The folder of a killed attempt.
  if (begun.previous) await discardRestored(config, begun.previous)
  for (const { folder } of await earlierFolders(system, id)) await discardRestored(config, folder)
  try {
    const [to, folder] = [Date.parse(begun.moment), join(config.dataDir, name)]
    const findings = await restoreTo({ config, to, folder, log, besidePortal: true, stopping })
    const { inconsistencies } = findings
    const described = [describeFindings(findings), ...inconsistencies].join('\n')
    await setReady(system, id, described, inconsistencies.length)
  } catch (error) {
    // The next attempt starts over once the portal runs again.
    if (!lastAttempt) stopping.throwIfAborted()
    log.error({ err: error }, '准备恢复失败')
    const reason = error instanceof Error ? error.message : String(error)
    await setFailed(system, id, stopping.aborted ? '门户停止，准备因此中断：请重新准备' : reason)
  }
}
