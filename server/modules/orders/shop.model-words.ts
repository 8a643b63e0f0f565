/** The types of the shop's model. */

export interface Attempt {
  id: string
  gateway: 'sandbox' | 'transfer' | 'balance'
  /** The state as we know it. */
  state: 'open' | 'closed' | 'paid'
  /** The gateway knows of money, which can be there before, and without, any word of it. */
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
  /** A joint order is a top-up that pays others. */
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
  /** When it was paid, as a day and as a place in the row of all payments. */
  paid: { day: number; place: number } | undefined
  /** The day on which a renewal ends, and the days that it gave, the last of which may not be whole. */
  until: number
  gave: number
  /** A renewal up to a day in China: the end that the line had when it was ordered, and the one that was chosen. */
  chosen: { endsOn: number; tick: number; until: number } | undefined
  /** The gateway of the payment that delivered it. */
  deliveredBy: Attempt['gateway'] | undefined
  /** The orders that a joint one pays, by their ids. */
  pays: ModelOrder[]
  /** An order that a line placed by itself, for the end that it had then. */
  auto: { endsOn: number; tick: number; paysUntil: number; paysTick: number } | undefined
}

export interface Coupon {
  id: string
  state: 'unused' | 'locked' | 'used'
}

export interface Line {
  state: 'unbound' | 'suspended' | 'released'
  boughtOn: number
  /** One half is a day in China that is over: nobody here knows at which time of the day a line ends. */
  endsOn: number
  /** The moment of the day at which it ends, which tells apart the ends of one day. */
  tick: number
  /** The day on which a refund suspended it last. */
  suspendedOn?: number
}

export type BookedKind = 'topup' | 'payment' | 'refund' | 'withdrawal' | 'correction'

export interface Model {
  free: number
  reserved: number
  /** Person-days that nobody was given. */
  balance: number
  /** Fen of the prepaid balance, and what was booked to it of each kind. */
  prepaid: number
  booked: Map<BookedKind, number>
  /** Counts commands, as moments within a day. */
  tick: number
  /** Days since the beginning. Moments lie a little after the days, so that a day that has begun is used. */
  day: number
  payments: number
  coupons: Coupon[]
  orders: ModelOrder[]
}

export const packageDays = 30
export const days = ({ quantity }: ModelOrder) => quantity * packageDays
