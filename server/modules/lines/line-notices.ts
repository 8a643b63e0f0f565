import { lineGraceDays } from '#contract/line-names.ts'
import { paths } from '#contract/paths.ts'
import { dayInChina } from '#server/core/service-time.ts'
import { forEachIsolated } from '#server/engines/jobs/for-each-isolated.ts'
import type { RunningJob, TaskServices } from '#server/engines/jobs/task.ts'
import { notify } from '#server/engines/notices/notices.ts'
import { companiesDue, markNotified, type Threshold } from './line-notices.sql.ts'

type Needed = Pick<TaskServices, 'config' | 'system' | 'jobs'>

const batch = 200

/** Lines are reported `days` before their end, and down to `above` if the portal was away. With 0 days they have ended. */
const thresholds: Threshold[] = [
  { days: 15, above: 13 },
  { days: 7, above: 5 },
  { days: 3, above: 1 },
  { days: 1, above: 0 },
  { days: 0, above: -2 },
]

const first = '00000000-0000-0000-0000-000000000000'

/**
 * Notifies a company's managers of lines that near their end; it runs hourly by day. The notice's own transaction records which
 * lines it named, so a repeated or killed run does no harm.
 */
export async function lineNotices(
  services: Needed,
  { log, stopping }: Pick<RunningJob, 'log' | 'stopping'>,
): Promise<void> {
  const alone = forEachIsolated({ log, stopping }, '专线到期通知没有发出')
  let notified = 0
  for (const threshold of thresholds) {
    let after = first
    while (!stopping.aborted) {
      const companies = await companiesDue(services.system, threshold, after, batch)
      await alone.run(companies, async ({ company_id }) => {
        notified += await notifyManagers(services, company_id, threshold)
      })
      const last = companies.at(-1)
      if (!last || companies.length < batch) break
      after = last.company_id
    }
  }
  if (notified) log.info({ notified }, '已发出专线到期通知')
  alone.end()
}

function notifyManagers(services: Needed, companyId: string, threshold: Threshold): Promise<number> {
  return services.system.transaction(async transaction => {
    const lines = await markNotified(transaction, companyId, threshold)
    const soonest = lines.toSorted(
      (one, other) => Date.parse(one.ends_at) - Date.parse(other.ends_at) || (one.line_id < other.line_id ? -1 : 1),
    )
    const [line, last] = [soonest[0], soonest.at(-1)]
    if (!line || !last) return 0
    const { days } = threshold
    const names = `${soonest
      .slice(0, 3)
      .map(({ name }) => name)
      .join('、')}${soonest.length > 3 ? ' 等' : ''}`
    const several = lines.length > 1 ? `${lines.length} 条专线` : '专线'
    return notify(transaction, services, {
      to: { managersOfCompany: companyId },
      kind: days ? 'line_ending' : 'line_ended',
      // The subject names the first of the lines, as another run finds other lines.
      subject: `line:${line.line_id}:${days}:${Date.parse(line.ends_at)}`,
      title: days ? '专线即将到期' : '专线已到期',
      text: days
        ? `${several}将在 ${days} 天内到期（最早 ${dayInChina(line.ends_at)}）：${names}。`
        : `${several}已到期，地址保留 ${lineGraceDays} 天，期间可以续费：${names}。`,
      // No single state covers the lines that end in 15 days, wait for their address or are suspended; the days of their ends do.
      link: `${paths.manageLine}?ends_from=${dayInChina(line.ends_at)}&ends_to=${dayInChina(last.ends_at)}&order=ends`,
    })
  })
}
