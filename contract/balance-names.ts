/** The words of a company's balance. Browser and server share this file, so it has no zod. */

export const balanceKinds = ['topup', 'payment', 'refund', 'withdrawal', 'correction'] as const
export type BalanceKind = (typeof balanceKinds)[number]
export const balanceKindNames = {
  topup: '充值',
  payment: '支付订单',
  refund: '订单退款',
  withdrawal: '充值退款',
  correction: '平台更正',
} as const satisfies Record<BalanceKind, string>

/** Fen that one top-up comes to: from ¥1 to ¥1,000,000. */
export const leastTopUp = 100
export const mostTopUp = 100_000_000
/** So many orders are paid at once. */
export const jointOrders = 20
