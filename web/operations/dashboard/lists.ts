import type { LineState } from '#contract/line-names.ts'
import type { OrderState } from '#contract/shop.ts'
import { day } from '#web/ui/format.ts'
import { figureRowsPath, operationsPaths } from '../paths.ts'

const at = (list: keyof typeof operationsPaths, filters: Record<string, string> = {}) => {
  const search = new URLSearchParams(filters).toString()
  return `${operationsPaths[list]}${search && `?${search}`}`
}

/** Returns the first of the given number of days, of which today is the last. */
const since = (days: number) => day(Date.now() - (days - 1) * 86_400_000)

/** The address of the list that shows exactly what each figure counts. */
export const lists = {
  accounts: (days: number) => at('accounts', { from: since(days) }),
  companies: (days?: number) => at('companies', days ? { verified_from: since(days) } : {}),
  online: () => at('onlineDevices'),
  revenue: (days: number) => figureRowsPath({ figure: 'received', from: since(days), to: since(1) }),
  ordersIn: (state: OrderState) => at('orders', { state }),
  linesIn: (state: LineState) => at('lines', { state }),
  linesOf: (region_id: string) => at('lines', { region_id }),
  /** The figure leaves out reserved addresses; in the list they are free until they are bound. */
  addressesOf: (region_id: string) => at('addresses', { region_id, state: 'free' }),
}

/** The list filter for exactly what each queue counts, by the key of its menu entry. */
export const waitingFilters: Record<string, Record<string, string>> = {
  verifications: { state: 'under_review' },
  disputes: { state: 'open' },
  trials: { state: 'requested' },
  approvals: { state: 'awaiting' },
  tickets: { view: 'waiting' },
  transfers: { state: 'waiting' },
  refunds: { state: 'waiting' },
  money: { kind: 'waiting' },
  invoices: { state: 'open' },
}
