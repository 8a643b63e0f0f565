import type { Database } from '#server/database/database.ts'
import {
  allLines,
  boughtItems,
  boughtOrders,
  joinsOf,
  ledgerEntries,
  moneyBackOf,
  peopleNow,
  placesOfPeople,
  usesBetween,
} from './costs.sql.ts'
import { type Hours, hourPieces } from './hour-pieces.ts'
import type { Cell } from './kept.sql.ts'
import { type Bought, linePieces } from './line-pieces.ts'
import { type PlaceOn, placesBy } from './places.ts'
import { allocate, amountBetween, endOfDayNumber, type Month, type Piece } from './spread.ts'

export type KnownLine = Awaited<ReturnType<typeof allLines>>[number]

/** Everything that a company has bought, spread over days. */
export interface Accounts {
  orders: Bought[]
  lines: Map<string, KnownLine>
  linePieces: Map<string, Piece[]>
  hours: Hours
}

export async function accountsOf(company: Database, companyId: string): Promise<Accounts> {
  const items = Map.groupBy(await boughtItems(company, companyId), ({ order_id }) => order_id)
  const refunds = Map.groupBy(await moneyBackOf(company, companyId), ({ order_id }) => order_id)
  const orders = (await boughtOrders(company, companyId)).map(order => ({
    ...order,
    items: items.get(order.order_id) ?? [],
    refunds: refunds.get(order.order_id) ?? [],
  }))
  const lines = await allLines(company, companyId)
  const joins = new Map((await joinsOf(company, companyId)).map(({ employee_id, at }) => [employee_id, at]))
  return {
    orders,
    lines: new Map(lines.map(line => [line.line_id, line])),
    linePieces: linePieces(orders, lines),
    hours: hourPieces(orders, await ledgerEntries(company, companyId), joins),
  }
}

const sumBetween = (pieces: readonly Piece[], from: number, to: number): number =>
  pieces.reduce((sum, piece) => sum + amountBetween(piece, from, to), 0)

/** Returns the cost of a month, for hours and for lines. */
export function monthTotals({ hours, linePieces }: Accounts, { from, to }: Month) {
  let hours_amount = sumBetween(hours.corrections, from, to)
  for (const pieces of hours.people.values()) hours_amount += sumBetween(pieces, from, to)
  let lines_amount = 0
  for (const pieces of linePieces.values()) lines_amount += sumBetween(pieces, from, to)
  return { hours_amount, lines_amount }
}

/**
 * Divides a month: a person's hours by the departments in which they were used, and a line by the people who connected to it, in
 * proportion to the days on which they did.
 */
export function cellsOf(
  accounts: Pick<Accounts, 'hours' | 'linePieces'>,
  uses: readonly { line_id: string; employee_id: string; day: number }[],
  placeOn: PlaceOn,
  { from, to }: Month,
): Cell[] {
  const cells: Cell[] = []
  const add = (cell: Omit<Cell, 'corrects'>) => {
    if (cell.amount || (cell.line_id && cell.employee_id)) cells.push({ ...cell, corrects: null })
  }
  for (const [employee_id, pieces] of accounts.hours.people) {
    if (!sumBetween(pieces, from, to)) continue
    for (let day = from; day < to; ) {
      const department_id = placeOn(employee_id, day)
      let next = day + 1
      while (next < to && placeOn(employee_id, next) === department_id) next++
      add({ kind: 'hours', amount: sumBetween(pieces, day, next), line_id: null, employee_id, department_id })
      day = next
    }
  }
  const corrected = sumBetween(accounts.hours.corrections, from, to)
  add({ kind: 'hours', amount: corrected, line_id: null, employee_id: null, department_id: null })
  const usesOf = Map.groupBy(uses, ({ line_id }) => line_id)
  for (const [line_id, pieces] of accounts.linePieces) {
    const amount = sumBetween(pieces, from, to)
    const days = new Map<string, { employee_id: string | null; department_id: string | null; count: number }>()
    for (const { employee_id, day } of usesOf.get(line_id) ?? []) {
      const department_id = placeOn(employee_id, day)
      const key = `${employee_id} ${department_id}`
      const existing = days.get(key)
      if (existing) existing.count += 1
      else days.set(key, { employee_id, department_id, count: 1 })
    }
    const users = days.size ? [...days.values()] : [{ employee_id: null, department_id: null, count: 1 }]
    const parts = allocate(
      amount,
      users.map(({ count }) => count),
    )
    users.forEach(({ employee_id, department_id }, place) => {
      add({ kind: 'lines', amount: parts[place] ?? 0, line_id, employee_id, department_id })
    })
  }
  return cells
}

/** Returns the sums of these cells of a month. */
export function totalsOf(cells: readonly Cell[]) {
  const sum = (ofKind: Cell['kind']) => cells.reduce((sum, { kind, amount }) => sum + (kind === ofKind ? amount : 0), 0)
  const [hours_amount, lines_amount] = [sum('hours'), sum('lines')]
  return { hours_amount, lines_amount, amount: hours_amount + lines_amount }
}

/** Reads each person's use and departments in a month, and divides the month by them. */
export async function reckonedCells(company: Database, companyId: string, accounts: Accounts, month: Month) {
  const before = new Date(endOfDayNumber(month.to - 1)).toISOString()
  const uses = await usesBetween(company, companyId, month.from, month.to)
  const spans = await placesOfPeople(company, companyId, before)
  return cellsOf(accounts, uses, placesBy(spans, await peopleNow(company, companyId)), month)
}
