import { costMonths } from '#contract/cost-names.ts'
import type { OutputOf } from '#contract/index.ts'
import { type Accounts, monthTotals } from './accounts.ts'
import type { KeptMonth } from './kept.sql.ts'
import { shownTotals } from './months.ts'
import { dayNumber, type Month, monthAfter, type Piece } from './spread.ts'

type Overview = OutputOf<'getCostOverview'>

/** Returns fen for a day of a person's service: the cost of a day in the balance, or of the last purchase when nothing is left. */
export function dayPrice({ hours: { balance }, orders }: Accounts): number {
  if (balance.days && balance.fen) return balance.fen / balance.days
  const last = orders.findLast(({ product, payable }) => product === 'hours' && payable > 0)
  const days = last?.items.reduce((sum, { days, quantity }) => sum + days * quantity, 0) ?? 0
  return last && days ? last.payable / days : 0
}

/** Returns fen for a day of a line, as last bought. */
export function lineDayPrice(pieces: readonly Piece[]): number {
  const last = pieces.findLast(({ fen }) => fen > 0)
  return last ? last.fen / last.days : 0
}

const endOf = (pieces: readonly Piece[]): number =>
  Math.max(0, ...pieces.map(({ from, days, until }) => until ?? from + days))

/** Returns the number of days of a month that come after a day. */
const daysAfter = (end: number, { from, to }: Month): number => Math.max(0, to - Math.max(from, end))

export function overviewOf(accounts: Accounts, kept: readonly KeptMonth[], now: number): Overview {
  const months = Array.from({ length: costMonths }, (_, place) => monthAfter(now, place + 1 - costMonths))
  const { balance } = accounts.hours
  return {
    months: months.map(month => ({ month: month.name, ...shownTotals(accounts, kept, month) })),
    forecast: forecastOf(accounts, now),
    balance: { days: balance.days, amount: balance.fen },
  }
}

/** Forecasts that everything continues: each line at its last price, and everyone in service at the price of a day. */
function forecastOf(accounts: Accounts, now: number): Overview['forecast'] {
  const today = dayNumber(now)
  const lines = [...accounts.linePieces].flatMap(([id, pieces]) => {
    const line = accounts.lines.get(id)
    const goesOn = line && !line.released_at && Date.parse(line.ends_at) > now
    return goesOn ? [{ end: Math.max(today + 1, dayNumber(line.ends_at)), price: lineDayPrice(pieces) }] : []
  })
  const served = [...accounts.hours.people.values()].map(endOf).filter(end => end > today)
  const price = dayPrice(accounts)
  let prepaid = accounts.hours.balance.fen
  return Array.from({ length: costMonths }, (_, place) => {
    const month = monthAfter(now, place + 1)
    const paid = monthTotals(accounts, month)
    const linesMore = lines.reduce((sum, { end, price }) => sum + daysAfter(end, month) * price, 0)
    const hoursMore = Math.round(served.reduce((sum, end) => sum + daysAfter(end, month), 0) * price)
    const fromBalance = Math.min(prepaid, hoursMore)
    prepaid -= fromBalance
    return {
      month: month.name,
      hours_amount: paid.hours_amount + hoursMore,
      lines_amount: paid.lines_amount + Math.round(linesMore),
      paid_amount: paid.hours_amount + paid.lines_amount + fromBalance,
    }
  })
}
