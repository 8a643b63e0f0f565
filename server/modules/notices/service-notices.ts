import { clockInChina } from '#contract/access-times.ts'
import { dayInChina, remainDays } from '#server/core/service-time.ts'
import type { RunningJob, TaskServices } from '#server/engines/jobs/task.ts'
import { type Drafted, notifyAll } from '#server/engines/notices/notices.ts'
import { notifyManagers, notifyOfBalances } from './manager-notices.ts'
import { type After, type Ending, endingServices } from './service-notices.sql.ts'

type Needed = Pick<TaskServices, 'config' | 'system' | 'jobs'>
type Job = Pick<RunningJob, 'log' | 'stopping'>

/** Notices in one batch: few enough for a transaction of some hundred milliseconds, short messages included. */
const batch = 200

/** People are notified `days` before the end, and down to `above` if the portal was away. With 0 days the service has ended. */
const thresholds = [
  { days: 15, above: 13 },
  { days: 7, above: 5 },
  { days: 3, above: 1 },
  { days: 1, above: 0 },
  { days: 0, above: -2 },
]

const nobody = '00000000-0000-0000-0000-000000000000'

/**
 * Notifies people whose service ends, and their managers once a day. It runs hourly by day; a repeated or killed run does no harm.
 */
export async function serviceNotices(services: Needed, job: Job, now = Date.now()): Promise<void> {
  const sent = { people: 0, managers: 0, balances: 0 }
  for (const threshold of thresholds) sent.people += await notifyPeople(services, threshold, job)
  sent.managers = await notifyManagers(
    services,
    job,
    dayInChina(now),
    thresholds.map(({ days }) => days),
  )
  sent.balances = await notifyOfBalances(services, job)
  if (sent.people || sent.managers || sent.balances) job.log.info({ sent }, '已发出服务到期通知')
}

async function notifyPeople(services: Needed, threshold: (typeof thresholds)[number], { stopping }: Job) {
  let sent = 0
  let after: After = { service_ends_at: new Date(0).toISOString(), employee_id: nobody }
  while (!stopping.aborted) {
    const ending = await endingServices(services.system, threshold, after, batch)
    sent += await notifyAll(services.system, services, ending.map(draftFor(threshold.days)))
    const last = ending.at(-1)
    if (!last || ending.length < batch) break
    after = last
  }
  return sent
}

const draftFor =
  (days: number) =>
  ({ account_id, service_ends_at, subject }: Ending): Drafted => {
    const at = clockInChina(service_ends_at)
    const ended = days === 0
    return {
      account_id,
      kind: ended ? 'service_ended' : 'service_ending',
      subject,
      title: ended ? '服务已到期' : '服务即将到期',
      text: ended
        ? `您的服务已于 ${at} 到期，客户端暂时无法使用，请联系企业管理员。`
        : `您的服务将于 ${at} 到期，还剩 ${remainDays(service_ends_at)} 天。`,
      link: '/personaldetails',
    }
  }
