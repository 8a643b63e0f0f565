/** Names and limits of orders, coupons, payments and invoices. Browser and server share this file, so it must not import zod. */

import { keysOf } from './typed-keys.ts'

export const orderKinds = ['purchase', 'renewal'] as const
export const orderKindNames = { purchase: '新购', renewal: '续费' } as const
export const goodsProducts = ['hours', 'line'] as const
/** The products of an order: goods, or a top-up of the balance. */
export const products = [...goodsProducts, 'balance'] as const
export type Product = (typeof products)[number]
export const productNames = { hours: '员工时长', line: '虚拟专线', balance: '余额充值' } as const satisfies Record<
  Product,
  string
>
/** A joint payment is a top-up that pays several orders. */
export const productLabel = ({ product, joint }: { product: Product; joint?: boolean }): string =>
  joint ? '合并支付' : productNames[product]
/** Formats as 新购员工时长, 续费虚拟专线, 余额充值 or 合并支付. */
export const orderLabel = (order: { kind: (typeof orderKinds)[number]; product: Product; joint?: boolean }): string =>
  `${order.product === 'balance' ? '' : orderKindNames[order.kind]}${productLabel(order)}`

export const orderStates = ['pending', 'paid', 'fulfilled', 'cancelled', 'closed', 'refunding', 'refunded'] as const
export type OrderState = (typeof orderStates)[number]
export const orderStateNames = {
  pending: '待支付',
  paid: '已支付',
  fulfilled: '已完成',
  cancelled: '已取消',
  closed: '已关闭',
  refunding: '退款中',
  refunded: '已退款',
} as const satisfies Record<OrderState, string>

export const orderOperas = ['pay', 'cancel', 'delete', 'refund', 'renew'] as const
export type OrderOpera = (typeof orderOperas)[number]

/** Minutes after which an unpaid order is closed. */
export const orderMinutes = 30
/** The most orders of a company that await payment, not counting those of auto-renewal. */
export const maxPending = 20
/** The most of these that tokens may place; the rest is left to people. */
export const maxPendingByToken = 10
/** Days for which an order paid by bank transfer stays open, because a transfer takes longer. */
export const transferDays = 3
/** Days after the payment during which the buyer can request a refund of unused items. */
export const refundDays = 7
export const itemsPerOrder = 20
/** The most days of a package or renewal, and how far ahead the end date of a renewal may lie. */
export const maxOrderDays = 1095
export const linesPerOrder = 200
/** The most lines that an order may name, place and group; other lines are set up later. */
export const wishesPerOrder = 20
export const seatsPerItem = 10_000

export const gatewayNames = {
  sandbox: '沙箱收银台',
  alipay: '支付宝',
  wechat: '微信支付',
  transfer: '对公转账',
  balance: '余额',
} as const
export type GatewayName = keyof typeof gatewayNames
export const gateways = keysOf(gatewayNames)

export const paymentStates = ['created', 'paid', 'failed', 'closed', 'refunded'] as const
export const paymentStateNames = {
  created: '待支付',
  paid: '已支付',
  failed: '支付失败',
  closed: '已关闭',
  refunded: '已退款',
} as const

export const refundStates = ['asked', 'sending', 'done', 'rejected', 'failed'] as const
export const refundStateNames = {
  asked: '待审核',
  sending: '退款处理中',
  done: '已退款',
  rejected: '已驳回',
  failed: '退款失败，客服处理中',
} as const
export const withdrawnRefundName = '已撤回'

/** The ways to refund an order: in full, for unused days, or an amount as goodwill, which only an operator can give. */
export const refundBases = ['requested', 'unused', 'goodwill'] as const
export type RefundBasis = (typeof refundBases)[number]
export const companyRefundBases = ['requested', 'unused'] as const satisfies readonly RefundBasis[]
export type CompanyRefundBasis = (typeof companyRefundBases)[number]
export const refundKinds = [...refundBases, 'surplus', 'mismatch'] as const
export const refundKindNames = {
  requested: '整单退款',
  unused: '按未用部分退款',
  goodwill: '补偿退款',
  surplus: '多收的款项',
  mismatch: '金额不符的款项',
} as const satisfies Record<(typeof refundKinds)[number], string>

export const couponKinds = ['amount', 'percent'] as const
/** `expired` depends on the time, so it is derived when it is shown. */
export const couponStates = ['unused', 'locked', 'used', 'expired'] as const
export const couponStateNames = { unused: '可使用', locked: '订单占用', used: '已使用', expired: '已过期' } as const
export const couponSourceNames = { center: '领券中心', promotion: '推广码', gift: '平台赠送' } as const
export type CouponSource = keyof typeof couponSourceNames
export const couponSources = keysOf(couponSourceNames)

export const invoiceKinds = ['normal', 'special'] as const
export const invoiceKindNames = { normal: '增值税普通发票', special: '增值税专用发票' } as const
export const invoiceStates = ['asked', 'issued', 'rejected', 'withdrawn', 'reversed'] as const
export const invoiceStateNames = {
  asked: '待开具',
  issued: '已开具',
  rejected: '已驳回',
  withdrawn: '已撤回',
  reversed: '已红冲',
} as const
