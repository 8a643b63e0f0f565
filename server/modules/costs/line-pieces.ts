import { allocate, dayNumber, ended, type Piece, refunded } from './spread.ts'

/** A bought and delivered item, as far as costs are concerned. */
export interface Bought {
  order_id: string
  /** A top-up of the balance is no cost. */
  product: 'hours' | 'line' | 'balance'
  kind: 'purchase' | 'renewal'
  payable: number
  fulfilled_at: string
  items: {
    amount: number
    days: number
    quantity: number
    line_id: string | null
    old_ends_at: string | null
    /** The end that a renewal set for its line, where it was stored. */
    new_ends_at: string | null
  }[]
  /**
   * Refunds, each with the instant of its request: the goods were returned then. A refund of some lines states each one's amount
   * and days; one of the whole order returned all of them.
   */
  refunds: { amount: number; at: string; whole: boolean; lines: { line_id: string; amount: number; days: number }[] }[]
}

export interface BoughtLine {
  line_id: string
  order_id: string | null
  released_at: string | null
}

interface Made {
  id: string
  piece: Piece
  /** The piece lies before the end that its renewal set for the line. */
  placed: boolean
}

/**
 * Spreads the orders of lines over the days of each line. A purchase begins on the day of its delivery and a renewal at the line's
 * previous end, whenever it was paid.
 */
export function linePieces(orders: readonly Bought[], lines: readonly BoughtLine[]): Map<string, Piece[]> {
  const ofOrder = Map.groupBy(lines, ({ order_id }) => order_id)
  const ends = new Map<string, number>()
  const all = orders.flatMap(order =>
    order.product === 'line' ? [{ order, made: madeBy(order, ofOrder.get(order.order_id) ?? [], ends) }] : [],
  )
  moveUp(all)
  const pieces = new Map<string, Piece[]>()
  for (const { order, made } of all)
    for (const { id, parts } of refundedPieces(made, order.refunds)) {
      const own = pieces.get(id)
      if (own) own.push(...parts)
      else pieces.set(id, parts)
    }
  for (const { line_id, released_at } of lines) {
    const own = released_at && pieces.get(line_id)
    if (own)
      pieces.set(
        line_id,
        own.flatMap(piece => ended(piece, dayNumber(released_at))),
      )
  }
  return pieces
}

/** `ends` maps lines to the days up to which they were bought before, for renewals without a stored end. */
function madeBy(order: Bought, lines: readonly BoughtLine[], ends: Map<string, number>): Made[] {
  const delivered = dayNumber(order.fulfilled_at)
  // In order of creation, which is that of the items.
  const bought = [...lines]
  const parts = allocate(
    order.payable,
    order.items.map(({ amount }) => amount),
  )
  return order.items.flatMap(({ days, quantity, line_id, old_ends_at, new_ends_at }, place) =>
    allocate(parts[place] ?? 0, Array<number>(quantity).fill(1)).map(fen => {
      const id = line_id ?? bought.shift()?.line_id ?? ''
      const before = ends.get(id) ?? (old_ends_at ? dayNumber(old_ends_at) : delivered)
      // A line that ends with a day ends a millisecond before the next.
      const begin = new_ends_at ? dayNumber(Date.parse(new_ends_at) + 1) - days : before
      const from = line_id ? Math.max(delivered, begin) : delivered
      if (id) ends.set(id, from + days)
      return { id, piece: { fen, from, days }, placed: new_ends_at !== null }
    }),
  )
}

/** Moves later pieces forward when refunded days of a renewal had other days bought behind them by then. */
function moveUp(all: { order: Bought; made: Made[] }[]): void {
  const ofLine = Map.groupBy(
    all.flatMap(({ order, made }, place) => made.map(each => ({ ...each, place, fulfilled_at: order.fulfilled_at }))),
    ({ id }) => id,
  )
  for (const [place, { order }] of all.entries())
    for (const { at, whole, lines } of order.kind === 'renewal' ? order.refunds : [])
      for (const { line_id, days } of whole ? order.items : lines)
        for (const later of ofLine.get(line_id ?? '') ?? [])
          if (later.placed && later.place > place && later.fulfilled_at < at && later.piece.from > dayNumber(at))
            later.piece.from = Math.max(dayNumber(at), later.piece.from - days)
}

/** Applies a refund to the lines that it names, or otherwise to the whole order in proportion to its price. */
function refundedPieces(made: Made[], refunds: Bought['refunds']) {
  const weights = made.map(({ piece }) => piece.fen)
  let parts = made.map(({ id, piece }) => ({ id, parts: [piece] }))
  for (const { amount, at, lines } of refunds) {
    const own = new Map(lines.map(each => [each.line_id, each.amount]))
    const named = made.map(({ id }) => own.get(id) ?? 0)
    const rest = allocate(amount - named.reduce((sum, each) => sum + each, 0), weights)
    const shares = rest.map((share, place) => share + (named[place] ?? 0))
    parts = parts.map(({ id, parts }, place) => ({ id, parts: takeBack(parts, dayNumber(at), shares[place] ?? 0) }))
  }
  return parts
}

/** The last of the pieces is the one still to come. */
function takeBack(parts: Piece[], at: number, back: number): Piece[] {
  if (!back) return parts
  const place = parts.findLastIndex(({ until, fen }) => until === undefined && fen > 0)
  const running = parts[place]
  if (!running) return [...parts, { fen: -back, from: at, days: 1 }]
  return [...parts.slice(0, place), ...refunded(running, at, back), ...parts.slice(place + 1)]
}
