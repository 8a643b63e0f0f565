import { orderPath } from '#contract/paths.ts'
import { transferDays } from '#contract/shop.ts'
import { daysAfter } from '#server/core/service-time.ts'
import { money } from '#server/core/yuan.ts'
import type { Database } from '#server/database/database.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import { renotify, settleNotices } from '#server/engines/notices/notices.ts'
import type { EndedPending } from '#server/modules/orders/events.ts'
import { extendOrder } from '#server/modules/orders/orders.ts'
import { lockJointOrders } from '#server/modules/orders/top-ups.ts'
import type { SettlingServices } from './settle.ts'
import { addPart, keepWaiting, overBecause, type Part, partsOf, setTransfersEnded } from './transfer-parts.sql.ts'
import { setWrong } from './transfers.sql.ts'
import { lockTransfer, TransferProblem } from './transfers.ts'
import { partsSubject } from './waiting-notices.ts'

interface Recording extends Part {
  remarkCode: string
}

type Needed = Pick<SettlingServices, 'config' | 'system' | 'jobs'>

/**
 * Records that a part of a transfer has arrived, and keeps its order open for the rest, unless the order has ended. Returns whether
 * all of it has arrived, which is then confirmed like any transfer.
 */
export async function recordTransferPart(
  services: Needed,
  { remarkCode, amount, reference }: Recording,
): Promise<{ complete: boolean; due: number }> {
  return services.system.transaction(async transaction => {
    const { payment, order } = await lockTransfer(transaction, remarkCode)
    const missing = payment.amount - payment.received
    const counted = await addPart(transaction, payment, { amount, reference })
    if (!counted) {
      if ((await partsOf(transaction, [remarkCode])).some(each => each.reference === reference))
        throw new TransferProblem(`${remarkCode} 的流水“${reference}”已登记过`, 'reference')
      if (amount > missing)
        throw new TransferProblem(
          `${remarkCode} 还差 ${money(missing)}，这笔 ${money(amount)} 多于此数，请登记金额不符`,
          'amount',
        )
      throw new TransferProblem(`${remarkCode} 已处理，不再等待到账`)
    }
    const until = daysAfter(Date.now(), transferDays)
    // A transfer whose order has ended keeps its state: its further money is confirmed or returned as late money.
    if (order.state === 'pending') {
      await keepWaiting(transaction, payment, until)
      for (const each of [order, ...(await lockJointOrders(transaction, order))])
        await extendOrder(transaction, each, until)
    }
    await recordAudit(transaction, {
      action: 'payment.part_recorded',
      target: `payment:${payment.payment_id}`,
      before: { arrived: payment.received },
      after: { arrived: counted.received, due: payment.amount, amount, reference, remark_code: remarkCode },
    })
    const complete = counted.received === payment.amount
    // The rest will not be sent for an order that has ended: the received part is listed until it is returned.
    const over = order.state !== 'pending'
    const because = overBecause(order.state !== 'cancelled' && order.state !== 'closed')
    const arrived = `订单 ${order.order_number} 的转账已到账 ${money(counted.received)}`
    if (!complete && over)
      await setWrong(transaction, payment, `只到账 ${money(counted.received)}，${because}`, counted.received)
    if (complete) await settleNotices(transaction, order.company_id, [partsSubject(payment.payment_id)])
    else
      await renotify(transaction, services, {
        to: { managersOfCompany: order.company_id },
        kind: 'transfer_rejected',
        subject: partsSubject(payment.payment_id),
        title: '对公转账到账一部分',
        text: over
          ? `${arrived}，但${because}，这笔款项将退回。`
          : `${arrived}，还差 ${money(payment.amount - counted.received)}。请以同一备注码 ${remarkCode} 汇出其余款项。`,
        link: orderPath(order.order_id),
      })
    return { complete, due: payment.amount }
  })
}

/** Gives up a transfer of which only a part has arrived: that money is listed until it is returned. */
export async function giveUpParts(services: Needed, { remarkCode }: { remarkCode: string }): Promise<void> {
  const { system } = services
  const { payment, order } = await lockTransfer(system, remarkCode)
  const { received, amount } = payment
  const problem = `只到账 ${money(received)}，应付 ${money(amount)}`
  if (!received || !(await setWrong(system, payment, problem, received)))
    throw new TransferProblem(`${remarkCode} 没有部分到账的款项，或已处理`)
  await recordAudit(system, {
    action: 'payment.wrong_amount',
    target: `payment:${payment.payment_id}`,
    before: { state: payment.state },
    after: { remark_code: remarkCode, due: amount, arrived: received },
  })
  await renotify(system, services, {
    to: { managersOfCompany: order.company_id },
    kind: 'transfer_rejected',
    subject: partsSubject(payment.payment_id),
    title: '对公转账未能完成',
    text: `订单 ${order.order_number} 的转账${problem}，已到账的款项将退回。`,
    link: orderPath(order.order_id),
  })
}

/**
 * Ends the transfers of an order that no longer waits for money. What has arrived of one goes back, so the managers, who were asked
 * for the rest, are told not to send it.
 */
export async function endTransfers(transaction: Database, ended: EndedPending): Promise<void> {
  const { company_id, order_id, order_number, paid, services } = ended
  for (const { payment_id, received } of await setTransfersEnded(transaction, ended))
    await renotify(transaction, services, {
      to: { managersOfCompany: company_id },
      kind: 'transfer_rejected',
      subject: partsSubject(payment_id),
      title: '对公转账的款项将退回',
      text: `订单 ${order_number} 的转账已到账 ${money(received)}，但${overBecause(paid)}，这笔款项将退回。请不要再为它汇款。`,
      link: orderPath(order_id),
    })
}
