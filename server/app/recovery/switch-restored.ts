import type { Config } from '#server/core/config.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import type { TaskServices } from '#server/engines/jobs/task.ts'
import type { SwitchRequest } from '#server/modules/health/jobs.ts'
import { isSwitching, setSwitchFailed } from '#server/modules/health/preparations.sql.ts'

/** Stops the portal, puts the restored data in place and starts the portal again, as decided by two owners. */
export async function switchRestored({ config, log, system, restart }: TaskServices, request: SwitchRequest) {
  if (!(await isSwitching(system, request.preparation_id))) return
  if (!restart) return setSwitchFailed(system, request.preparation_id, '这个进程不能自己重新启动，请用命令行换上')
  restart(async () => {
    const outcome = await putInPlaceAudited(config, request)
    log.warn(outcome)
  })
}

async function putInPlaceAudited(config: Config, request: SwitchRequest): Promise<string> {
  const { preparation_id, folder, actor, moment, reason, accept_inconsistent } = request
  const [{ putInPlace }, { withCluster }] = await Promise.all([
    import('./put-in-place.ts'),
    import('./with-cluster.ts'),
  ])
  try {
    const outcome = await putInPlace(config, folder, { inconsistent: accept_inconsistent })
    // The present audit stays behind with the present data.
    await withCluster(config, config.dataDir, database =>
      recordAudit(database, {
        actor,
        action: 'restore.switched',
        target: `restore:${folder}`,
        after: { moment, reason },
      }),
    )
    return outcome
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error)
    await withCluster(config, config.dataDir, database => setSwitchFailed(database, preparation_id, failure))
    throw error
  }
}
