/** Names and limits of a company's balance. Browser and server share this file, so it must not import zod. */

export const balanceKinds = ['topup', 'payment', 'refund', 'withdrawal', 'correction'] as const
export type BalanceKind = (typeof balanceKinds)[number]
export const balanceKindNames = {
  topup: '充值',
  payment: '支付订单',
  refund: '订单退款',
  withdrawal: '充值退款',
  correction: '平台更正',
} as const satisfies Record<BalanceKind, string>

/** The smallest top-up in fen; one top-up is between ¥1 and ¥1,000,000. */
export const leastTopUp = 100
export const maxTopUp = 100_000_000
/** The most orders that one payment may cover. */
export const jointOrders = 20
