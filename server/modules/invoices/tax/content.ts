import { shareOf } from '#server/core/allocate.ts'
import type { TaxLine } from '#server/integrations/tax/tax.ts'

/** An order on an invoice. */
export interface InvoicedOrder {
  order_id: string
  order_number: string
  amount: number
}

/** Returns the tax in an amount with tax, in fen; `rate` is in percent. Half a fen is rounded up, as tax offices do. */
export const taxIn = (included: number, rate: number): number => {
  // Rates have at most two decimals, so that all numbers stay whole.
  const [part, whole] = [Math.round(rate * 100), 10_000 + Math.round(rate * 100)]
  return shareOf(2 * included * part + whole, 1, 2 * whole)
}

/** Returns one line for each order: its amounts are what was paid, with tax. */
export const linesOf = (orders: InvoicedOrder[], { name, rate }: { name: string; rate: number }): TaxLine[] =>
  orders.map(({ order_number, amount }) => ({
    ...{ name, about: order_number, included: amount },
    ...{ tax: taxIn(amount, rate), rate },
  }))

/** The tax rates in use, in percent. */
const knownRates = [0, 1, 1.5, 3, 5, 6, 9, 13]

/** Requests from before rates were stored have none. */
export type KeptLine = Omit<TaxLine, 'rate'> & { rate?: number | undefined }

/** Returns the rate of an invoice's lines. If not stored, it is the one that yields each line's tax; the present comes first. */
export const rateOf = (lines: KeptLine[], present: number): number | undefined =>
  lines[0]?.rate ??
  [present, ...knownRates].find(rate => lines.every(({ included, tax }) => taxIn(included, rate) === tax))
