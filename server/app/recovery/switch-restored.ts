import type { Config } from '#server/core/config.ts'
import { runAs } from '#server/engines/activity/context.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import type { TaskServices } from '#server/engines/jobs/task.ts'
import type { SwitchRequest } from '#server/modules/health/jobs.ts'
import { isSwitching, setSwitchFailed } from '#server/modules/health/preparations.sql.ts'

/** Stops the portal, puts the restored data in place and starts the portal again, as decided by two owners. */
export async function switchRestored({ config, log, system, restart }: TaskServices, request: SwitchRequest) {
  if (!(await isSwitching(system, request.preparation_id))) return
  if (!restart) return setSwitchFailed(system, request.preparation_id, '这个进程不能自己重新启动，请用命令行换上')
  restart(async () => {
    // The portal calls this when it has stopped, outside of the job. The owner who requested it is recorded.
    const outcome = await runAs(request.actor, () => putInPlaceAudited(config, request))
    log.warn(outcome)
  })
}

async function putInPlaceAudited(config: Config, request: SwitchRequest): Promise<string> {
  const { preparation_id, folder, moment, reason, accept_inconsistent } = request
  const [{ putInPlace }, { withCluster }] = await Promise.all([
    import('./put-in-place.ts'),
    import('./with-cluster.ts'),
  ])
  try {
    const outcome = await putInPlace(config, folder, { inconsistent: accept_inconsistent })
    // The present audit stays behind with the present data.
    await withCluster(config, config.dataDir, database =>
      recordAudit(database, { action: 'restore.switched', target: `restore:${folder}`, after: { moment, reason } }),
    )
    return outcome
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error)
    await withCluster(config, config.dataDir, database => setSwitchFailed(database, preparation_id, failure))
    throw error
  }
}
