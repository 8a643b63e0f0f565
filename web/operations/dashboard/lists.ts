import type { LineState } from '#contract/line-names.ts'
import type { OrderState } from '#contract/shop.ts'
import { day } from '#web/ui/format.ts'

const at = (list: string, filters: Record<string, string> = {}) => {
  const search = new URLSearchParams(filters).toString()
  return `/operations/${list}${search && `?${search}`}`
}

/** The first of so many days, today the last of them. */
const since = (days: number) => day(Date.now() - (days - 1) * 86_400_000)

/** What each figure counts, as the list that shows it is asked for by its address. */
export const lists = {
  accounts: (days: number) => at('accounts', { from: since(days) }),
  companies: (days?: number) => at('companies', days ? { verified_from: since(days) } : {}),
  online: () => at('devices'),
  /** A company's orders are paid on the day on which they are placed, but for transfers. */
  orders: (days: number) => at('orders', { from: since(days) }),
  ordersIn: (state: OrderState) => at('orders', { state }),
  linesIn: (state: LineState) => at('lines', { state }),
  linesOf: (region_id: string) => at('lines', { region_id }),
  addressesOf: (region_id: string) => at('addresses', { region_id }),
}

/**
 * What each queue counts, as the filter of its list, by the key of its menu entry: refunds and invoices wait in more states than
 * one. A queue that is not here shows it without being asked.
 */
export const waitingState: Record<string, string> = {
  verifications: 'under_review',
  disputes: 'open',
  approvals: 'waiting',
  transfers: 'submitted',
  refunds: 'open',
  invoices: 'open',
}
