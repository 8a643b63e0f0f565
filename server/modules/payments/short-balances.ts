import { autoRenewLeadDays } from '#contract/line-names.ts'
import { paths } from '#contract/paths.ts'
import { dayInChina } from '#server/core/service-time.ts'
import { money } from '#server/core/yuan.ts'
import { forEachIsolated } from '#server/engines/jobs/for-each-isolated.ts'
import type { RunningJob, TaskServices } from '#server/engines/jobs/task.ts'
import { notify } from '#server/engines/notices/notices.ts'
import { shortBalances } from './short-balances.sql.ts'

type Needed = Pick<TaskServices, 'config' | 'system' | 'jobs'>

/** Days before a line's end at which its company is warned that the balance will not suffice: a week before it is debited. */
export const warnDays = 2 * autoRenewLeadDays

/**
 * Warns companies in time that their balance will not suffice for the next renewals. They are warned again only when the last of
 * these ends changes, because one more line comes near its end.
 */
export async function warnOfShortBalances(services: Needed, job: Pick<RunningJob, 'log' | 'stopping'>): Promise<void> {
  const alone = forEachIsolated(job, '没有提醒余额不足以自动续费')
  await alone.run(await shortBalances(services.system, warnDays), async short => {
    const { company_id, lines, needed, balance, last_end } = short
    await notify(services.system, services, {
      to: { managersOfCompany: company_id },
      kind: 'line_ending',
      subject: `balance-short:${company_id}:${dayInChina(last_end)}`,
      title: '余额不足以支付接下来的自动续费',
      text: `${warnDays} 天内有 ${lines} 条专线自动续费，约需 ${money(needed)}，余额 ${money(balance)}，还差 ${money(needed - balance)}。到期前 ${autoRenewLeadDays} 天开始扣款，请先充值。`,
      link: paths.balance,
    })
  })
  alone.end()
}
