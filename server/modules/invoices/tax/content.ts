import { shareOf } from '#server/core/allocate.ts'
import type { TaxLine } from '#server/integrations/tax/tax.ts'

/** An order as an invoice has it. */
export interface InvoicedOrder {
  order_id: string
  order_number: string
  amount: number
}

/** The tax in an amount with tax, in fen; `rate` is in percent. Half a fen is rounded up, as tax offices do. */
export const taxIn = (included: number, rate: number): number => {
  // Rates have at most two decimals, so that this stays among whole numbers.
  const [part, whole] = [Math.round(rate * 100), 10_000 + Math.round(rate * 100)]
  return shareOf(2 * included * part + whole, 1, 2 * whole)
}

/** One line for each order: its amounts are what was paid, with tax. */
export const linesOf = (orders: InvoicedOrder[], { name, rate }: { name: string; rate: number }): TaxLine[] =>
  orders.map(({ order_number, amount }) => ({
    ...{ name, about: order_number, included: amount },
    ...{ tax: taxIn(amount, rate), rate },
  }))

/** The rates of tax in use, in percent. */
const knownRates = [0, 1, 1.5, 3, 5, 6, 9, 13]

/** Requests before the rate was kept have none. */
export type KeptLine = Omit<TaxLine, 'rate'> & { rate?: number | undefined }

/** Returns the rate of an invoice's lines. Where it was not kept it is the one by which each has its tax; the present one comes first. */
export const rateOf = (lines: KeptLine[], present: number): number | undefined =>
  lines[0]?.rate ??
  [present, ...knownRates].find(rate => lines.every(({ included, tax }) => taxIn(included, rate) === tax))
