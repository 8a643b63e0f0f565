import { allocate, dayNumber, ended, type Piece, refunded } from './spread.ts'

/** A bought and delivered item, as far as costs are concerned. */
export interface Bought {
  order_id: string
  /** A top-up of the balance is no cost. */
  product: 'hours' | 'line' | 'balance'
  kind: 'purchase' | 'renewal'
  payable: number
  fulfilled_at: string
  items: { amount: number; days: number; quantity: number; line_id: string | null; old_ends_at: string | null }[]
  /**
   * Money that went back, each with the instant at which it was asked for: the goods were given back then. A refund of some lines
   * says how much of it is theirs.
   */
  refunds: { amount: number; at: string; lines: { line_id: string; amount: number }[] }[]
}

export interface BoughtLine {
  line_id: string
  order_id: string | null
  released_at: string | null
}

/**
 * Spreads the orders of lines over the days of each line. A purchase begins on the day of its delivery and a renewal where the
 * line ended until then, whenever it was paid.
 */
export function linePieces(orders: readonly Bought[], lines: readonly BoughtLine[]): Map<string, Piece[]> {
  const ofOrder = Map.groupBy(lines, ({ order_id }) => order_id)
  const pieces = new Map<string, Piece[]>()
  const ends = new Map<string, number>()
  for (const order of orders) {
    if (order.product !== 'line') continue
    const delivered = dayNumber(order.fulfilled_at)
    // In the order in which they were made, which is that of the items.
    const bought = [...(ofOrder.get(order.order_id) ?? [])]
    const parts = allocate(
      order.payable,
      order.items.map(({ amount }) => amount),
    )
    const made = order.items.flatMap(({ days, quantity, line_id, old_ends_at }, place) =>
      allocate(parts[place] ?? 0, Array<number>(quantity).fill(1)).map(fen => {
        const id = line_id ?? bought.shift()?.line_id
        const before = id && (ends.get(id) ?? (old_ends_at ? dayNumber(old_ends_at) : undefined))
        const from = line_id ? Math.max(delivered, before || delivered) : delivered
        if (id) ends.set(id, from + days)
        return { id: id ?? '', piece: { fen, from, days } }
      }),
    )
    for (const { id, parts } of refundedPieces(made, order.refunds)) {
      const own = pieces.get(id)
      if (own) own.push(...parts)
      else pieces.set(id, parts)
    }
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

/** A refund falls to the lines that it names, and else to all of the order as its price did. */
function refundedPieces(made: { id: string; piece: Piece }[], refunds: Bought['refunds']) {
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

/** The last of the pieces is the one that is still to come. */
function takeBack(parts: Piece[], at: number, back: number): Piece[] {
  if (!back) return parts
  const place = parts.findLastIndex(({ until, fen }) => until === undefined && fen > 0)
  const running = parts[place]
  if (!running) return [...parts, { fen: -back, from: at, days: 1 }]
  return [...parts.slice(0, place), ...refunded(running, at, back), ...parts.slice(place + 1)]
}
