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
  orders.map(({ order_number, amount }) => ({ name, about: order_number, included: amount, tax: taxIn(amount, rate) }))
