import { gatewayNames, refundStateNames } from '#contract/shop.ts'
import { CommandUsage } from '#server/core/command-usage.ts'
import { formatTimeInChina, yuan } from '#server/core/yuan.ts'
import { notifiedAndLost, paidAndLost } from './lost-payments.sql.ts'
import { handleLostPayment } from './lost-payments.ts'
import type { SettlingServices } from './settle.ts'
import { waitingPayments } from './transfers.sql.ts'
import { waitingRefunds } from './waiting-refunds.sql.ts'

/** The most rows shown; the back office has the rest. */
const shown = 200

export async function listPayments({ system }: SettlingServices): Promise<void> {
  const waiting = await waitingPayments(system, shown)
  for (const row of waiting) {
    const state = row.problem
      ? `金额不符：${row.problem}`
      : row.rejected_reason
        ? `已驳回：${row.rejected_reason}`
        : row.voucher_at
          ? `凭证提交于 ${formatTimeInChina(row.voucher_at)}，付款户名 ${row.payer_name}`
          : '待汇款'
    console.log([row.out_trade_no, `${yuan(row.amount)} 元`, row.order_number, row.company_name, state].join('  '))
  }
  console.log(waiting.length ? `共 ${waiting.length} 笔` : '没有待确认的转账')
}

export async function lostPayments(services: SettlingServices, which: string, reason: string | undefined) {
  if (which) {
    if (!reason?.trim()) throw new CommandUsage('请用 --reason 写明怎样处理了这笔款项')
    await handleLostPayment(services, { outTradeNo: which, reason: reason.trim().slice(0, 200) })
    return console.log(`已登记 ${which}`)
  }
  const paid = await paidAndLost(services.system, shown)
  for (const row of paid)
    console.log(
      [row.out_trade_no, `${yuan(row.amount)} 元`, gatewayNames[row.gateway], `订单 ${row.order_number}`].join('  '),
    )
  const notified = await notifiedAndLost(services.system, shown)
  for (const row of notified) console.log([row.out_trade_no, `${yuan(row.amount ?? 0)} 元`, row.gateway].join('  '))
  console.log(paid.length + notified.length ? `共 ${paid.length + notified.length} 笔` : '没有不在库里的付款')
}

export async function listRefunds({ system }: SettlingServices): Promise<void> {
  const waiting = await waitingRefunds(system, shown)
  for (const row of waiting)
    console.log(
      [
        row.order_number,
        `${yuan(row.amount)} 元`,
        gatewayNames[row.gateway],
        row.company_name,
        // Surplus money needs no approval, only sending, because nothing was delivered for it.
        row.kind === 'surplus' && row.state === 'asked' ? '待财务汇出' : refundStateNames[row.state],
        row.reason,
        row.failure,
      ]
        .filter(Boolean)
        .join('  '),
    )
  console.log(waiting.length ? `共 ${waiting.length} 笔` : '没有待处理的退款')
}
