import { clockInChina } from '#contract/access-times.ts'
import { autoRenewBuyer, autoRenewDays } from '#contract/line-names.ts'
import { linePath, orderPath } from '#contract/paths.ts'
import { Refusal } from '#server/core/refusal.ts'
import { dayInChina } from '#server/core/service-time.ts'
import { money } from '#server/core/yuan.ts'
import { loggedAs } from '#server/engines/activity/context.ts'
import { forEachIsolated } from '#server/engines/jobs/for-each-isolated.ts'
import type { RunningJob, TaskServices } from '#server/engines/jobs/task.ts'
import { notify } from '#server/engines/notices/notices.ts'
import { balanceOf } from '#server/modules/balance/balance.ts'
import { endOrder, lockOrder } from '#server/modules/orders/orders.ts'
import { placeOrder } from '#server/modules/orders/placing.ts'
import { payFromBalance } from './from-balance.ts'
import {
  type After,
  type Renewing,
  renewedAsOrdered,
  renewingLines,
  stillWaits,
  type WaitingRenewal,
  waitingRenewals,
  waitingSubject,
} from './renewals.sql.ts'
import { lastDaySubject } from './waiting-notices.ts'

type Needed = Pick<TaskServices, 'config' | 'system' | 'jobs' | 'companyDatabase'>

const batch = 100

/**
 * Renews the lines that renew themselves; it runs hourly. There is one order for a line and an end, which its key allows only once,
 * and which can be paid until the line's grace is over. It is paid from the balance where that suffices. Otherwise the managers are
 * notified, and it is retried each hour and with each top-up. The line is found again until its owner was notified.
 */
export async function renewLinesByThemselves(
  services: Needed,
  { log, stopping }: Pick<RunningJob, 'log' | 'stopping'>,
): Promise<void> {
  let placed = 0
  const alone = forEachIsolated({ log, stopping }, '专线自动续费没有完成')
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
        await notifyOfFailure(services, line)
      }
    })
    if (lines.length < batch) break
    after = lines.at(-1) ?? after
  }
  if (placed) log.info({ placed }, '已生成自动续费订单')
  alone.end()
}

async function renew(services: Needed, line: Renewing): Promise<number> {
  const {
    company_id: companyId,
    account_id: accountId,
    svp_id,
    name,
    ends_at,
    ended,
    pays_until,
    request_key: requestKey,
  } = line
  const placing: Parameters<typeof placeOrder>[1] = {
    companyId,
    accountId,
    buyer: { name: autoRenewBuyer },
    request: { kind: 'renewal', lines: [{ svp_id, days: autoRenewDays }] },
    couponId: undefined,
    requestKey,
    content: [requestKey],
    payable: undefined,
    paysUntil: pays_until,
  }
  const placed = await loggedAs(autoRenewBuyer, () => placeOrder(services, placing))
  if (placed.state !== 'pending') return 1
  const outcome = await payRenewal(services, { company_id: companyId, order_id: placed.order_id })
  if (outcome !== 'short') return outcome === 'paid' ? 1 : 0
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
      text: `专线「${name}」${endsOn({ ended, ends_at })}，已生成续费 ${autoRenewDays} 天的订单 ${order.order_number}，应付 ${money(order.payable)}，余额 ${money(balance)} 不足以扣款。请在 ${dayInChina(ended ? pays_until : ends_at)} 前充值或支付，充值到账后自动扣款。${payableLater(line)}`,
      link: orderPath(order.order_id),
    })
    return 1
  })
}

/**
 * Pays the order of a renewal from the balance, once, however many replicas try: under the order's lock only the first finds it
 * pending. Returns 'short' where the balance does not suffice. If its line's end has changed, or its money is on its way otherwise,
 * nothing is changed; if it can't be delivered, it is closed, like one paid at a gateway, and the managers are notified.
 */
async function payRenewal(
  services: Needed,
  { company_id, order_id }: Pick<WaitingRenewal, 'company_id' | 'order_id'>,
): Promise<'paid' | 'short' | 'left'> {
  let overtaken = false
  try {
    return await services.system.transaction(async transaction => {
      const order = await lockOrder(transaction, company_id, order_id)
      // Guard: a bank transfer's voucher was uploaded, or a part of it has arrived, since the list was read.
      if (order?.state !== 'pending' || !(await stillWaits(transaction, order))) return 'left'
      await loggedAs(autoRenewBuyer, () => payFromBalance(transaction, services, order))
      // Guard: the line was renewed by another order meanwhile, or this was turned off; without it the balance pays nevertheless.
      overtaken = !(await renewedAsOrdered(transaction, order))
      if (overtaken) throw new Refusal(-49011)
      return 'paid'
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.code === -50020) return 'short'
    if (overtaken) return 'left'
  }
  await services.system.transaction(async transaction => {
    const order = await lockOrder(transaction, company_id, order_id)
    if (!order || !(await endOrder(transaction, services, order, { to: 'closed', note: '无法开通：专线已不能续费' })))
      return
    await notify(transaction, services, {
      to: { managersOfCompany: company_id },
      kind: 'line_ending',
      subject: `renewal-failed:${order_id}`,
      title: '自动续费未能完成',
      text: `续费订单 ${order.order_number}（${order.subject}）已关闭：专线已不能续费。余额没有扣款，如需继续使用请联系客服。`,
      link: orderPath(order_id),
    })
  })
  return 'left'
}

/**
 * Retries the renewals that wait for a balance: those of all companies each hour, and a company's own as soon as it has topped up.
 * Notifies the managers once more on the line's last day, and on that of its grace.
 */
export async function payRenewals(
  services: Needed,
  { company_id }: { company_id?: string },
  { log, stopping }: Pick<RunningJob, 'log' | 'stopping'>,
): Promise<void> {
  let paid = 0
  const alone = forEachIsolated({ log, stopping }, '自动续费的订单没有付成')
  await alone.run(await waitingRenewals(services.system, company_id), async order => {
    const outcome = await payRenewal(services, order)
    if (outcome === 'paid') paid += 1
    else if (outcome === 'short' && order.last_day_of) await notifyOfLastDay(services, order, order.last_day_of)
  })
  if (paid) log.info({ paid }, '已由余额支付自动续费')
  alone.end()
}

const notifyOfLastDay = (
  services: Needed,
  { company_id, order_id, order_number, payable, pays_until }: WaitingRenewal,
  of: 'line' | 'order',
) =>
  notify(services.system, services, {
    to: { managersOfCompany: company_id },
    kind: 'line_ending',
    subject: lastDaySubject(of, order_id),
    title: '自动续费仍未扣款，余额不足',
    text: `余额不足以支付续费订单 ${order_number}（${money(payable)}）。请尽快充值或支付：${of === 'line' ? `专线到期后停用，${dayInChina(pays_until)} 前补付仍会续费` : `${clockInChina(pays_until)} 之后订单关闭，专线不再保留`}。`,
    link: orderPath(order_id),
  })

const endsOn = ({ ended, ends_at }: Pick<Renewing, 'ended' | 'ends_at'>) =>
  ended ? `已于 ${dayInChina(ends_at)} 到期` : `将于 ${dayInChina(ends_at)} 到期`

/** A line that has ended can't be used until its renewal is paid. */
const payableLater = ({ ended, ends_at, pays_until }: Renewing) =>
  ended || pays_until === ends_at ? '' : `到期后专线停用，${dayInChina(pays_until)} 前补付仍会续费。`

const notifyOfFailure = (services: Needed, { company_id, svp_id, name, ended, ends_at }: Renewing) =>
  notify(services.system, services, {
    to: { managersOfCompany: company_id },
    kind: 'line_ending',
    subject: `renewal-failed:${svp_id}:${Date.parse(ends_at)}`,
    title: '自动续费未能下单',
    text: `专线「${name}」${endsOn({ ended, ends_at })}，原规格已无法续费，请联系客服更换规格。`,
    link: linePath(svp_id),
  })
