import type { LineState } from '#contract/line-names.ts'
import type { OrderState } from '#contract/shop.ts'
import { day } from '#web/ui/format.ts'
import { operationsPaths } from '../paths.ts'

const at = (list: keyof typeof operationsPaths, filters: Record<string, string> = {}) => {
  const search = new URLSearchParams(filters).toString()
  return `${operationsPaths[list]}${search && `?${search}`}`
}

/** The first of the given number of days, of which today is the last. */
const since = (days: number) => day(Date.now() - (days - 1) * 86_400_000)

/** The address of the list that shows exactly what each figure counts. */
export const lists = {
  accounts: (days: number) => at('accounts', { from: since(days) }),
  companies: (days?: number) => at('companies', days ? { verified_from: since(days) } : {}),
  online: () => at('onlineDevices'),
  /** Except for transfers, orders are paid on the day they are placed. */
  orders: (days: number) => at('orders', { from: since(days) }),
  ordersIn: (state: OrderState) => at('orders', { state }),
  linesIn: (state: LineState) => at('lines', { state }),
  linesOf: (region_id: string) => at('lines', { region_id }),
  addressesOf: (region_id: string) => at('addresses', { region_id }),
}

/**
 * The list filter for what each queue counts, by the key of its menu entry. Refunds and invoices need one, because they
 * wait in several states. The list of a queue that is missing here shows it by default.
 */
export const waitingState: Record<string, string> = {
  verifications: 'under_review',
  disputes: 'open',
  approvals: 'waiting',
  transfers: 'submitted',
  refunds: 'open',
  invoices: 'open',
}
