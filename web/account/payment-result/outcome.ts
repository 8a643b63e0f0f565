import type { OutputOf } from '#contract/index.ts'
import { cashierPath, linePath, orderPath, paths } from '#contract/paths.ts'
import { dateTime } from '#web/ui/format.ts'
import { arrivalOf } from '#web/ui/order/arrival.ts'
import { endedBecause } from '#web/ui/order/order.ts'
import type { Tone } from '#web/ui/states.ts'

export type Order = OutputOf<'getOrderDetailByOrderId'>

interface OutcomeTexts {
  tone: Tone
  title: string
  text: string
  /** The target of the main button. */
  to: string
  label: string
}

/** Describes the actual state, whatever outcome the address expected. */
export function describeOutcome(order: Order, expected: 'paid' | 'failed', timedOut: boolean): OutcomeTexts {
  const { state, order_id, payable, refunds } = order
  const record = { to: orderPath(order_id), label: '查看订单' }
  const pay = { to: cashierPath(order_id), label: '去支付' }
  const back = refunds.length ? '已收到的付款会原路退回，进度见订单详情。' : '如已付款，到账后会自动开通或原路退回。'
  switch (state) {
    case 'fulfilled': {
      const what = doneText(order)
      return {
        tone: 'good',
        title: expected === 'failed' ? '这笔订单已经支付成功' : payable ? '支付成功' : '下单成功',
        text: expected === 'failed' ? `无需再次付款。${what}` : what,
        ...nextOf(order),
      }
    }
    case 'paid':
      return { tone: 'busy', title: '已收到付款，正在开通', text: '通常只需几秒，请稍候。', ...record }
    case 'pending':
      return describePending(order, expected, timedOut, pay)
    case 'cancelled':
      return { tone: 'idle', title: '订单已取消', text: `${endedBecause(order)}${back}`, ...record }
    case 'closed':
      return { tone: 'idle', title: '订单已关闭', text: `${endedBecause(order)}${back}`, ...record }
    case 'refunding':
      return { tone: 'busy', title: '订单正在退款', text: '审核后款项原路退回。', ...record }
    case 'refunded':
      return { tone: 'idle', title: '订单已退款', text: '款项已原路退回。', ...record }
  }
}

function doneText(order: Order): string {
  const { product, kind, pays } = order
  if (product === 'hours') return '购买的时长已计入企业，可以分配给员工。'
  if (product === 'balance' && pays.length)
    return `所选的 ${pays.length} 个订单随之支付；其间已不能支付的，款项留在余额里。`
  if (product === 'balance') return '充值的金额已计入余额。'
  return kind === 'renewal' ? '专线已续期，员工无需任何操作。' : openedText(order)
}

/** The page where the purchase is used first. */
function nextOf({ product, lines, pays }: Order): Pick<OutcomeTexts, 'to' | 'label'> {
  if (product === 'balance')
    return pays.length ? { to: paths.orderRecord, label: '查看各订单' } : { to: paths.balance, label: '查看余额' }
  if (product === 'hours') return { to: paths.employees, label: '分配时长' }
  const unbound = lines.filter(({ address }) => !address)
  const [only] = unbound
  if (!only) return { to: paths.manageLine, label: '查看专线' }
  return {
    to: unbound.length === 1 ? linePath(only.svp_id) : `${paths.manageLine}?state=unbound`,
    label: '绑定地址',
  }
}

/** The buyer's wishes are set up within a second of the payment. */
function openedText({ lines, wishes }: Order): string {
  const failed = lines.filter(({ unkept }) => unkept).length
  if (failed) return `专线已开通；有 ${failed} 条没能按您的选择设置，原因见订单详情。`
  if (wishes.length || lines.every(({ address }) => address)) return '专线已开通，并按您的选择设置。'
  return '专线已开通，绑定地址后即可使用。'
}

function describePending(
  order: Order,
  expected: 'paid' | 'failed',
  timedOut: boolean,
  pay: Pick<OutcomeTexts, 'to' | 'label'>,
): OutcomeTexts {
  const until = `请在 ${dateTime(order.pays_until)} 前完成支付，逾期订单自动关闭。`
  if (order.payments.some(({ gateway, state }) => gateway === 'transfer' && state === 'created'))
    return {
      tone: 'busy',
      title: '等待对公转账到账',
      text: '确认到账后自动开通并通知您。',
      to: pay.to,
      label: '查看汇款信息',
    }
  // If the latest attempt failed there is nothing to wait for, whatever the address says.
  if (expected === 'failed' || order.payments[0]?.state === 'failed') {
    const arrival = order.payments[0] ? arrivalOf(order.payments[0]) : ''
    const text = `${arrival || '没有收到付款'}。${until}`
    return { tone: 'bad', title: '支付没有完成', text, to: pay.to, label: '重新支付' }
  }
  if (!timedOut && hasOpenPayment(order))
    return { tone: 'busy', title: '正在确认支付结果', text: '正在向支付渠道核对，请稍候。', ...pay }
  return {
    tone: 'warn',
    title: '还没有收到这笔订单的付款',
    text: `如果您已经付款，请不要重复支付，本页会继续核对；如果没有，${until}`,
    ...pay,
  }
}

/** An open attempt may still be settled at the gateway. */
export const hasOpenPayment = ({ payments }: Order) => payments[0]?.state === 'created'
