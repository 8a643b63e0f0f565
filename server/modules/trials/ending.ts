import type { Database } from '#server/database/database.ts'
import { recordActivity } from '#server/engines/activity/activity.ts'
import { inBatches } from '#server/engines/jobs/batches.ts'
import { eachAlone } from '#server/engines/jobs/each-alone.ts'
import type { RunningJob, TaskServices } from '#server/engines/jobs/task.ts'
import { creditService } from '#server/modules/people/hours/hours.ts'
import { endTrial, type TrialOver, trialsOver, unusedDaysOf } from './trials.sql.ts'
import { actorName } from './trials.ts'

const batch = 100

/** Ends trials whose time is over: days that nobody was given go back. Lines are released by their own upkeep. */
export async function endTrials(
  { system }: Pick<TaskServices, 'system'>,
  { log, stopping }: Pick<RunningJob, 'log' | 'stopping'>,
) {
  let ended = 0
  const alone = eachAlone({ log, stopping }, '到期的试用没有结束')
  await inBatches({ stopping, batch }, async () => {
    const over = await trialsOver(system, batch)
    const failed = await alone.run(over, async trial => {
      if (await system.transaction(transaction => endOne(transaction, trial))) ended += 1
    })
    // Those that failed are found again, by the next run.
    return failed.length ? 0 : over.length
  })
  if (ended) log.info({ ended }, '已结束到期的试用')
  alone.end()
}

/** Reports whether this call ended the trial, which had to be over. */
export async function endOne(transaction: Database, trial: TrialOver): Promise<boolean> {
  if (!(await endTrial(transaction, trial))) return false
  const { company_id: companyId } = trial
  const days = await unusedDaysOf(transaction, trial)
  if (days) {
    const note = '试用结束，收回未用的时长'
    await creditService(transaction, { companyId, days: -days, kind: 'gift', actorName, note })
  }
  const entry = { action: 'trial.ended' as const, id: companyId, name: '', detail: `收回 ${days} 人天` }
  await recordActivity(transaction, companyId, [entry], { actorName })
  return true
}
