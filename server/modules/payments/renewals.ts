import { autoRenewDays, autoRenewLeadDays } from '#contract/line-names.ts'
import { linePath, orderPath, paths } from '#contract/paths.ts'
import { Refusal } from '#server/core/refusal.ts'
import { dayInChina } from '#server/core/service-time.ts'
import { money } from '#server/core/yuan.ts'
import { eachAlone } from '#server/engines/jobs/each-alone.ts'
import type { RunningJob, TaskServices } from '#server/engines/jobs/task.ts'
import { notify } from '#server/engines/notices/notices.ts'
import { balanceOf } from '#server/modules/balance/balance.ts'
import { lockOrder } from '#server/modules/orders/orders.ts'
import { placeOrder } from '#server/modules/orders/placing.ts'
import { payFromBalance } from './from-balance.ts'
import {
  type After,
  type Renewing,
  renewedAsOrdered,
  renewingLines,
  shortBalances,
  type WaitingRenewal,
  waitingRenewals,
  waitingSubject,
} from './renewals.sql.ts'

type Needed = Pick<TaskServices, 'config' | 'system' | 'jobs' | 'companyDatabase'>

const batch = 100
const buyer = '自动续费'

/**
 * Renews the lines that renew themselves; it runs hourly. There is one order for a line and an end, which the key lets be placed
 * only once, and which can be paid until the end. It is paid from the balance where that suffices. Where it does not, the managers are
 * notified, and it is tried again each hour and with each top-up. The line is found again until its owner was notified.
 */
export async function renewLinesByThemselves(
  services: Needed,
  { log, stopping }: Pick<RunningJob, 'log' | 'stopping'>,
): Promise<void> {
  let placed = 0
  const alone = eachAlone({ log, stopping }, '专线自动续费没有完成')
  let after: After = { ends_at: new Date(0).toISOString(), svp_id: '00000000-0000-0000-0000-000000000000' }
  while (!stopping.aborted) {
    const lines = await renewingLines(services.system, after, batch)
    await alone.run(lines, async line => {
      try {
        placed += await renew(services, line)
      } catch (error) {
        // The line is no longer for sale, or the managers renewed it themselves in between.
        if (!(error instanceof Refusal)) throw error
        log.warn({ line: line.svp_id, code: error.code }, '专线自动续费未能下单')
        await tellFailure(services, line)
      }
    })
    if (lines.length < batch) break
    after = lines.at(-1) ?? after
  }
  if (placed) log.info({ placed }, '已生成自动续费订单')
  alone.end()
}

async function renew(services: Needed, line: Renewing): Promise<number> {
  const { company_id: companyId, account_id: accountId, svp_id, name, ends_at, request_key: requestKey } = line
  const placed = await placeOrder(services, {
    companyId,
    accountId,
    buyer: { name: buyer },
    request: { kind: 'renewal', lines: [{ svp_id, days: autoRenewDays }] },
    couponId: undefined,
    requestKey,
    content: [requestKey],
    payable: undefined,
    paysUntil: ends_at,
  })
  if (placed.state !== 'pending') return 1
  if (await payRenewal(services, { company_id: companyId, order_id: placed.order_id })) return 1
  return services.system.transaction(async transaction => {
    const order = await lockOrder(transaction, companyId, placed.order_id)
    // The order was paid or cancelled in these milliseconds.
    if (order?.state !== 'pending') return 0
    const balance = await balanceOf(transaction, companyId)
    await notify(transaction, services, {
      to: { managersOfCompany: companyId },
      kind: 'line_ending',
      subject: `${waitingSubject}${order.order_id}`,
      title: '自动续费订单待支付',
      text: `专线「${name}」将于 ${dayInChina(ends_at)} 到期，已生成续费 ${autoRenewDays} 天的订单 ${order.order_number}，应付 ${money(order.payable)}，余额 ${money(balance)} 不足以扣款。请在到期前充值或支付，充值到账后自动扣款。`,
      link: orderPath(order.order_id),
    })
    return 1
  })
}

/**
 * Pays the order of a renewal from the balance, once, however many replicas try: under the order's lock only the first
 * finds it pending. Returns false where the balance does not suffice, the order can't be paid, or its line has another end by
 * now, which changes nothing.
 */
async function payRenewal(
  services: Needed,
  { company_id, order_id }: Pick<WaitingRenewal, 'company_id' | 'order_id'>,
): Promise<boolean> {
  try {
    return await services.system.transaction(async transaction => {
      const order = await lockOrder(transaction, company_id, order_id)
      if (order?.state !== 'pending') return false
      await payFromBalance(transaction, services, order, { actorName: buyer })
      // Guard: somebody renewed the line by another order meanwhile, or turned this off; without it the balance pays all the same.
      if (!(await renewedAsOrdered(transaction, order))) throw new Refusal(-49011)
      return true
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return false
  }
}

/**
 * Tries the renewals that wait for a balance again: those of all companies each hour, and a company's own as soon as it has
 * topped up. Notifies the managers once more on the last day.
 */
export async function payRenewals(
  services: Needed,
  { company_id }: { company_id?: string },
  { log, stopping }: Pick<RunningJob, 'log' | 'stopping'>,
): Promise<void> {
  let paid = 0
  const alone = eachAlone({ log, stopping }, '自动续费的订单没有付成')
  await alone.run(await waitingRenewals(services.system, company_id), async order => {
    if (await payRenewal(services, order)) paid += 1
    else if (order.last_day) await tellLastDay(services, order)
  })
  if (paid) log.info({ paid }, '已由余额支付自动续费')
  alone.end()
}

/** So many days before a line ends its company hears that the balance will not suffice: a week before it is debited. */
export const warnDays = 2 * autoRenewLeadDays

/** Tells companies in good time that their balance will not suffice for the renewals that come next; once for each first end. */
export async function warnOfShortBalances(services: Needed, job: Pick<RunningJob, 'log' | 'stopping'>): Promise<void> {
  const alone = eachAlone(job, '没有提醒余额不足以自动续费')
  await alone.run(await shortBalances(services.system, warnDays), async short => {
    const { company_id, lines, needed, balance, first_end } = short
    await notify(services.system, services, {
      to: { managersOfCompany: company_id },
      kind: 'line_ending',
      subject: `balance-short:${company_id}:${dayInChina(first_end)}`,
      title: '余额不足以支付接下来的自动续费',
      text: `${warnDays} 天内有 ${lines} 条专线自动续费，约需 ${money(needed)}，余额 ${money(balance)}，还差 ${money(needed - balance)}。到期前 ${autoRenewLeadDays} 天开始扣款，请先充值。`,
      link: paths.balance,
    })
  })
  alone.end()
}

const tellLastDay = (services: Needed, { company_id, order_id, order_number, payable }: WaitingRenewal) =>
  notify(services.system, services, {
    to: { managersOfCompany: company_id },
    kind: 'line_ending',
    subject: `renewal-last:${order_id}`,
    title: '自动续费仍未扣款，余额不足',
    text: `续费订单 ${order_number}（${money(payable)}）将在一天内到期，余额不足以扣款。请充值或支付，否则专线将到期。`,
    link: orderPath(order_id),
  })

const tellFailure = (services: Needed, { company_id, svp_id, name, ends_at }: Renewing) =>
  notify(services.system, services, {
    to: { managersOfCompany: company_id },
    kind: 'line_ending',
    subject: `renewal-failed:${svp_id}:${Date.parse(ends_at)}`,
    title: '自动续费未能下单',
    text: `专线「${name}」将于 ${dayInChina(ends_at)} 到期，原规格已无法续费，请联系客服更换规格。`,
    link: linePath(svp_id),
  })
