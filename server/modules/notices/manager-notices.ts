import { paths } from '#contract/paths.ts'
import { dayInChina, daysAfter } from '#server/core/service-time.ts'
import { startOfDay } from '#server/database/china-day.ts'
import type { RunningJob, TaskServices } from '#server/engines/jobs/task.ts'
import { notifyAll } from '#server/engines/notices/notices.ts'
import { lowBalance } from '#server/modules/companies/low-balance.ts'
import { companySummaries, type Summary, shortages } from './service-notices.sql.ts'

type Needed = Pick<TaskServices, 'config' | 'system' | 'jobs'>
type Job = Pick<RunningJob, 'stopping'>

/** Notices in one batch: few enough for a transaction of some hundred milliseconds, short messages included. */
const batch = 200

const first = '00000000-0000-0000-0000-000000000000'

/** Notifies managers once a day, in one notice, of the people whose service ends this many days after `today`. */
export function notifyManagers(services: Needed, job: Job, today: string, thresholds: number[]): Promise<number> {
  const subject = `services:${today}`
  const endDays = thresholds.map(days => ({ days, day: endDayOf(today, days) }))
  return byCompany(
    job,
    after => companySummaries(services.system, endDays, subject, after, batch),
    summaries =>
      notifyAll(
        services.system,
        services,
        summaries.flatMap(({ company_id, managers, groups }) =>
          managers.map(account_id => ({
            account_id,
            company_id,
            kind: 'service_ending' as const,
            subject,
            title: '员工服务到期提醒',
            text: `${groups.map(group => summaryOf(group, endDayOf(today, group.days))).join('；')}。`,
            link: listOf(groups.map(({ days }) => endDayOf(today, days))),
          })),
        ),
      ),
  )
}

export const notifyOfBalances = (services: Needed, job: Job): Promise<number> =>
  byCompany(
    job,
    after => shortages(services.system, after, batch),
    short =>
      notifyAll(
        services.system,
        services,
        short.flatMap(({ company_id, managers, balance, ends_soon, subject }) =>
          managers.map(account_id => ({
            account_id,
            company_id,
            kind: 'balance_low' as const,
            subject,
            title: balance ? '剩余时长不足' : '剩余时长已用完',
            text: `${lowBalance(balance, ends_soon)?.text}。`,
            link: paths.company,
          })),
        ),
      ),
  )

/** A service that has ended is reported the day after, as today's is not over for certain. */
const endDayOf = (today: string, days: number): string => dayInChina(daysAfter(startOfDay(today), days || -1))

const summaryOf = ({ days, people, names }: Summary['groups'][number], endDay: string): string => {
  return `${people} 人的服务${days ? '将' : '已'}于 ${endDay} 到期：${names.join('、')}${people > names.length ? ' 等' : ''}`
}

/** Links to the people whose service ends on these ascending days. A single day lists exactly those that the notice reports. */
const listOf = (days: string[]): string =>
  `${paths.employees}?state=active&ends_from=${days.at(0)}&ends_to=${days.at(-1)}&order=service_end`

/** Calls `page` with the last company of the previous page, until a page is not full. */
async function byCompany<Row extends { company_id: string }>(
  { stopping }: Job,
  page: (after: string) => Promise<Row[]>,
  tell: (rows: Row[]) => Promise<number>,
): Promise<number> {
  let sent = 0
  let after = first
  while (!stopping.aborted) {
    const rows = await page(after)
    sent += await tell(rows)
    const last = rows.at(-1)
    if (!last || rows.length < batch) break
    after = last.company_id
  }
  return sent
}
