/** The types of the shop's model. */

export interface Attempt {
  id: string
  gateway: 'sandbox' | 'transfer' | 'balance'
  /** The state as the portal knows it. */
  state: 'open' | 'closed' | 'paid'
  /** The gateway has received money, which it may have long before, or without, any notification. */
  hasMoney: boolean
}

export interface ModelRefund {
  kind: 'surplus' | 'requested' | 'unused' | 'goodwill'
  gateway: Attempt['gateway']
  amount: number
  state: 'asked' | 'done' | 'rejected'
  /** The effects of a refund for unused days: days of the order, and the lines that it suspended. */
  days?: number
  lines?: Line[]
}

export interface ModelOrder {
  id: string
  number: string
  /** A joint order is a top-up that pays other orders. */
  what: 'hours' | 'lines' | 'renewal' | 'topup' | 'joint'
  quantity: number
  payable: number
  coupon: Coupon | undefined
  /** The line that a renewal renews. */
  renews: Line | undefined
  lines: Line[]
  state: 'pending' | 'fulfilled' | 'cancelled' | 'closed' | 'refunding' | 'refunded'
  attempts: Attempt[]
  refunds: ModelRefund[]
  /** When it was paid: the day, and the position among all payments. */
  paid: { day: number; place: number } | undefined
  /** The day on which a renewal ends, and the days that it added, the last of which may not be whole. */
  until: number
  gave: number
  /** A renewal up to a day in China: the end that the line had when it was ordered, and the chosen one. */
  chosen: { endsOn: number; tick: number; until: number } | undefined
  /** The gateway of the payment that delivered it. */
  deliveredBy: Attempt['gateway'] | undefined
  /** The orders that a joint one pays, by their ids. */
  pays: ModelOrder[]
  /** For an order that a line placed by itself: the end that it had then. */
  auto: { endsOn: number; tick: number; paysUntil: number; paysTick: number } | undefined
}

export interface Coupon {
  id: string
  state: 'unused' | 'locked' | 'used'
}

export interface Line {
  state: 'unbound' | 'suspended' | 'released'
  boughtOn: number
  /** A half stands for a day in China that is over: the model does not know at which time of the day a line ends. */
  endsOn: number
  /** The command count at which it ends, which distinguishes ends on the same day. */
  tick: number
  /** The day on which a refund suspended it last. */
  suspendedOn?: number
}

export type BookedKind = 'topup' | 'payment' | 'refund' | 'withdrawal' | 'correction'

export interface Model {
  free: number
  reserved: number
  /** Unassigned person-days. */
  balance: number
  /** Fen of the prepaid balance, and what was booked of each kind. */
  prepaid: number
  booked: Map<BookedKind, number>
  /** Counts commands, as instants within a day. */
  tick: number
  /** Days since the beginning. Instants lie a little after the days, so that a day that has begun counts as used. */
  day: number
  payments: number
  coupons: Coupon[]
  orders: ModelOrder[]
}

export const packageDays = 30
export const days = ({ quantity }: ModelOrder) => quantity * packageDays
