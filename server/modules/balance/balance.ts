import type { ActivityName } from '#contract/activity-names.ts'
import type { BalanceKind } from '#contract/balance-names.ts'
import { Refusal } from '#server/core/refusal.ts'
import { money, moneyChange, yuan } from '#server/core/yuan.ts'
import type { Database } from '#server/database/database.ts'
import { recordActivity } from '#server/engines/activity/activity.ts'
import { type Booking, balanceOf, book, ensureBalance } from './balance.sql.ts'

export { balanceOf }

interface Movement extends Omit<Booking, 'kind' | 'orderId'> {
  /** The order that is topped up, paid or refunded; undefined for a correction. */
  order?: { order_id: string; order_number: string } | undefined
}

/**
 * Credits fen to a company's balance: a top-up, a refund of a payment from it, a correction, or the withdrawal of a rejected top-up
 * refund, so that withdrawals add up to what was refunded. Returns the balance. The transaction is the system's; it has locked the
 * order, and takes coupons, stock, lines and hours after this (docs/decisions/0020-balance.md).
 */
export async function creditBalance(
  transaction: Database,
  { kind, ...movement }: Movement & { kind: Exclude<BalanceKind, 'payment'> },
): Promise<number> {
  await ensureBalance(transaction, movement.companyId)
  const balance = await move(transaction, { ...movement, kind })
  if (balance === undefined) throw new Error('a credit can not make a balance fall')
  return balance
}

/** Debits fen from the balance, or throws -50020 with the yuan that are missing and changes nothing. Returns the balance. */
export async function debitBalance(
  transaction: Database,
  { kind, amount, ...movement }: Movement & { kind: Extract<BalanceKind, 'payment' | 'withdrawal' | 'correction'> },
): Promise<number> {
  const balance = await move(transaction, { ...movement, kind, amount: -amount })
  if (balance !== undefined) return balance
  const short = Math.max(1, amount - (await balanceOf(transaction, movement.companyId)))
  throw new Refusal(kind === 'withdrawal' ? -50021 : -50020, `¥${yuan(short)}`)
}

const actions = {
  topup: 'balance.topped_up',
  payment: 'balance.paid',
  refund: 'balance.refunded',
  withdrawal: 'balance.withdrawn',
  correction: 'balance.corrected',
} as const satisfies Record<BalanceKind, ActivityName>

async function move(
  transaction: Database,
  { order, ...booking }: Movement & { kind: BalanceKind },
): Promise<number | undefined> {
  const { companyId, kind, amount, note } = booking
  const changed = await book(transaction, { ...booking, orderId: order?.order_id ?? null })
  if (!changed) return undefined
  const detail = `${moneyChange(amount)}，余额 ${money(changed.amount)}${note && `：${note}`}`
  const entry = { action: actions[kind], id: companyId, name: order?.order_number ?? '', detail }
  await recordActivity(transaction, companyId, [entry])
  return changed.amount
}
