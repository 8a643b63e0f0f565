import { CommandUsage } from '#server/core/command-usage.ts'
import { money, parseYuan, yuan } from '#server/core/yuan.ts'
import { recordWithoutSecond } from '#server/engines/approvals/without-second.ts'
import { listPayments, listRefunds, lostPayments } from './command-lists.ts'
import { isByHand } from './refund-requests.ts'
import { undecidedRefunds } from './refunds.sql.ts'
import { decideRefund, RefundProblem } from './refunds.ts'
import type { SettlingServices } from './settle.ts'
import { confirmTransfer, rejectTransfer } from './transfers.ts'

export const paymentHelp = `  payment list                                  列出待确认的对公转账与金额不符的支付
  payment confirm <备注码> --amount <元> [--alone <原因>]
                                                确认到账，订单随即开通；金额须与应付一致。不经第二人：有两位可以确认的操作员时
                                                须写明原因，记入审计日志，并提醒全部负责人
  payment reject <备注码> --reason <原因>       驳回（部分到账、金额或户名不符等），企业会看到原因
  payment lost [<编号> --reason <说明>]         列出恢复到某一时刻之后不在库里的付款；写明编号则登记为已处理
  refund list                                   列出待处理的退款
  refund approve <订单号> [--alone <原因>]      同意退款；线上支付原路退回，对公转账须先由财务汇出。不经第二人，同上
  refund reject <订单号> --reason <原因>        驳回退款申请，企业会看到原因，所购内容恢复使用`

interface Typed {
  action: string | undefined
  /** A remark code or an order's number. */
  which: string | undefined
  amount: string | undefined
  reason: string | undefined
  /** Why this is not left to two operators in the back office. */
  alone?: string | undefined
}

type Run = (work: (services: SettlingServices) => Promise<void>) => Promise<void>

export async function paymentCommand(run: Run, { action, which = '', amount, reason, alone }: Typed): Promise<void> {
  if (action === 'list') return run(listPayments)
  if (action === 'lost') return run(services => lostPayments(services, which, reason))
  if (action !== 'confirm' && action !== 'reject') throw new CommandUsage()
  const remarkCode = which.replaceAll(/\s/g, '')
  if (!/^\d{8}$/.test(remarkCode)) throw new CommandUsage('请写明 8 位备注码')
  if (action === 'confirm') {
    const fen = parseYuan(amount ?? '')
    if (!fen) throw new CommandUsage('请用 --amount 写明银行流水上的到账金额（元）')
    return run(async services => {
      const verdict = await services.system.transaction(async system => {
        const summary = `确认到账 ${remarkCode}，${money(fen)}`
        await recordWithoutSecond(system, { kind: 'payment', summary, reason: alone })
        return confirmTransfer({ ...services, system }, { remarkCode, amount: fen })
      })
      console.log(
        verdict === 'settled'
          ? `已确认 ${remarkCode}：${yuan(fen)} 元，订单已开通`
          : `已记录 ${remarkCode}：${yuan(fen)} 元，但订单已支付过或无法恢复，款项须退回，见 refund list`,
      )
    })
  }
  const why = required(reason)
  return run(async services => {
    await rejectTransfer(services, { remarkCode, reason: why })
    console.log(`已驳回 ${remarkCode}`)
  })
}

export async function refundCommand(run: Run, { action, which, reason, alone }: Typed): Promise<void> {
  if (action === 'list') return run(listRefunds)
  if (action !== 'approve' && action !== 'reject') throw new CommandUsage()
  if (!which) throw new CommandUsage('请写明订单号')
  const decision =
    action === 'approve'
      ? ({ approve: true, sent: true } as const)
      : { approve: false as const, reason: required(reason) }
  return run(async services => {
    const [refund] = await undecidedRefunds(services.system, which, undefined)
    // Only the back office can query the gateway whether the refund was made after all.
    if (!decision.approve && refund?.state === 'failed' && !isByHand(refund))
      throw new RefundProblem('这笔退款曾发往支付渠道，请在运营后台驳回：那里会先向支付渠道核实')
    const { amount, byHand } = await services.system.transaction(async system => {
      const decided = await decideRefund({ ...services, system }, { orderNumber: which, decision })
      const summary = `同意订单 ${which} 的退款 ${money(decided.amount)}`
      if (decision.approve) await recordWithoutSecond(system, { kind: 'refund', summary, reason: alone })
      return decided
    })
    const approved = byHand ? '已登记为退回，请确认财务已汇出' : '已同意，正在原路退回'
    console.log(`${decision.approve ? approved : '已驳回'}：订单 ${which}，${yuan(amount)} 元`)
  })
}

function required(reason: string | undefined): string {
  const written = reason?.trim()
  if (!written) throw new CommandUsage('驳回时请用 --reason 写明原因，企业会看到')
  return written.slice(0, 200)
}
