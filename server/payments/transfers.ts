import { gatewayNames } from '#contract/shop.ts'
import { yuan } from '../integrations/gateways/yuan.ts'
import { notify } from '../notices/notices.ts'
import { recordAudit } from '../operations/audit.ts'
import { OperatorProblem } from '../operations/problem.ts'
import { lockOrder } from '../orders/orders.ts'
import type { Services } from '../services.ts'
import { findByNumber } from './payments.sql.ts'
import { type SettlingServices, settleWithin, type Verdict } from './settle.ts'
import { setRejected } from './transfers.sql.ts'

/** Why an operator's word about a transfer could not be taken; the text is for the operator. */
export class TransferProblem extends OperatorProblem {}

/** Brackets and blanks are typed this way and that way; everything else must be as it was verified. */
export const sameCompany = (one: string, other: string): boolean => plain(one) === plain(other)
const plain = (name: string) => name.normalize('NFKC').replaceAll(/\s/g, '')

const transferOf = async (database: Services['system'], remarkCode: string) => {
  const payment = await findByNumber(database, remarkCode)
  if (payment?.gateway !== 'transfer') throw new TransferProblem(`没有备注码为 ${remarkCode} 的对公转账`)
  return payment
}

interface Confirmation {
  remarkCode: string
  /** Fen, as the bank statement says. */
  amount: number
  actor: string
}

/** The money of a transfer is on the account: delivers its order. Only the exact amount counts. */
export async function confirmTransfer(
  services: SettlingServices,
  { remarkCode, amount, actor }: Confirmation,
): Promise<Extract<Verdict, 'settled' | 'surplus'>> {
  return services.system.transaction(async transaction => {
    const payment = await transferOf(transaction, remarkCode)
    if (payment.amount !== amount)
      throw new TransferProblem(
        `应付 ${yuan(payment.amount)} 元，到账 ${yuan(amount)} 元：金额不符，未确认。请用 payment reject 驳回并写明原因`,
      )
    const verdict = await settleWithin(transaction, services, {
      gateway: 'transfer',
      outTradeNo: remarkCode,
      amount,
      tradeNo: null,
      paidAt: new Date(),
      actorName: '财务',
    })
    if (verdict !== 'settled' && verdict !== 'surplus') throw new TransferProblem(`${remarkCode} 已确认过`)
    await recordAudit(transaction, {
      actor,
      action: 'payment.confirmed',
      target: `payment:${payment.id}`,
      before: { state: payment.state },
      after: { remark_code: remarkCode, amount, verdict },
    })
    return verdict
  })
}

interface Rejection {
  remarkCode: string
  reason: string
  actor: string
}

/** What arrived is not what was asked for: the buyer reads why, and may hand in another voucher. */
export async function rejectTransfer(
  services: Pick<Services, 'config' | 'system' | 'jobs'>,
  { remarkCode, reason, actor }: Rejection,
): Promise<void> {
  await services.system.transaction(async transaction => {
    const payment = await transferOf(transaction, remarkCode)
    const order = await lockOrder(transaction, payment.company_id, payment.order_id)
    if (!order || !(await setRejected(transaction, payment.company_id, payment.id, reason)))
      throw new TransferProblem(`${remarkCode} 已处理或已关闭`)
    await recordAudit(transaction, {
      actor,
      action: 'payment.rejected',
      target: `payment:${payment.id}`,
      after: { remark_code: remarkCode, reason },
    })
    await notify(transaction, services, {
      to: { managersOfCompany: payment.company_id },
      kind: 'order_paid',
      subject: `payment:${payment.id}:rejected:${Date.now()}`,
      title: `${gatewayNames.transfer}未通过`,
      text: `订单 ${order.number} 的转账凭证未通过：${reason}。请核对后重新提交。`,
      link: `/control/orderrecord?order_id=${order.id}`,
    })
  })
}
