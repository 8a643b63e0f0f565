import { paths } from '#contract/paths.ts'
import type { Database } from '#server/database/database.ts'
import { recordActivity } from '#server/engines/activity/activity.ts'
import { loggedAs, providerName } from '#server/engines/activity/context.ts'
import { inBatches } from '#server/engines/jobs/batches.ts'
import { forEachIsolated } from '#server/engines/jobs/for-each-isolated.ts'
import type { RunningJob, TaskServices } from '#server/engines/jobs/task.ts'
import { notify } from '#server/engines/notices/notices.ts'
import { creditService } from '#server/modules/people/hours/hours.ts'
import { endTrial, lineGoesOn, type TrialOver, trialsOver, unusedDaysOf } from './trials.sql.ts'

type Needed = Pick<TaskServices, 'config' | 'system' | 'jobs'>

const batch = 100

/** Ends expired trials: unassigned days go back. Their lines are released by the lines' own upkeep. */
export async function endTrials(services: Needed, { log, stopping }: Pick<RunningJob, 'log' | 'stopping'>) {
  let ended = 0
  const alone = forEachIsolated({ log, stopping }, '到期的试用没有结束')
  await inBatches({ stopping, batch }, async () => {
    const over = await trialsOver(services.system, batch)
    const failed = await alone.run(over, async trial => {
      if (await services.system.transaction(transaction => endOne(transaction, services, trial))) ended += 1
    })
    // Failed ones are found again by the next run.
    return failed.length ? 0 : over.length
  })
  if (ended) log.info({ ended }, '已结束到期的试用')
  alone.end()
}

/** Reports whether this call ended the trial, which had to be over. */
export const endOne = (
  transaction: Database,
  services: Pick<Needed, 'config' | 'jobs'>,
  trial: TrialOver,
): Promise<boolean> => loggedAs(providerName, () => end(transaction, services, trial))

async function end(
  transaction: Database,
  services: Pick<Needed, 'config' | 'jobs'>,
  trial: TrialOver,
): Promise<boolean> {
  if (!(await endTrial(transaction, trial))) return false
  const { company_id: companyId } = trial
  const days = await unusedDaysOf(transaction, trial)
  if (days) {
    const note = '试用结束，收回未用的时长'
    await creditService(transaction, { companyId, days: -days, kind: 'gift', note })
  }
  const entry = { action: 'trial.ended' as const, id: companyId, name: '', detail: `收回 ${days} 人天` }
  await recordActivity(transaction, companyId, [entry])
  const line = (await lineGoesOn(transaction, trial))
    ? '试用的专线已续期，继续使用'
    : '试用的专线已停用，地址不再保留；继续使用请购买专线'
  await notify(transaction, services, {
    to: { managersOfCompany: companyId },
    kind: 'line_ended',
    subject: `trial_ended:${trial.trial_id}`,
    title: '产品试用已结束',
    text: `${line}。${days ? `未分配的 ${days} 人天已收回。` : ''}`,
    link: paths.buyLines,
  })
  return true
}
