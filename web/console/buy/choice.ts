import { maxOrderDays } from '#contract/shop.ts'
import { date, oneOf, text, uuid, whole, withParameters } from '#web/ui/list/address.ts'
import type { CouponChoice } from './use-order.ts'

const renewalWays = ['days', 'until'] as const
export type RenewalWay = (typeof renewalWays)[number]

/** The selection is kept in the address: a link from the price page, a reload and the open tab preserve it. */
interface Choice {
  region?: string
  way?: string
  bandwidth?: number
  days?: number
  /** A renewal is by a number of days or to a date. Both values are kept, so that users can compare them. */
  by?: RenewalWay
  until?: string | undefined
  quantity?: number
  coupon?: CouponChoice
}

const none = oneOf(['none'])
const code = text(50)

export function readChoice(search: URLSearchParams) {
  const read = <Value>(name: string, reader: (text: string) => Value | undefined) => reader(search.get(name) ?? '')
  const coupon: CouponChoice = read('coupon', none) ?? read('coupon', uuid)
  return {
    region: read('region', code),
    way: read('way', code),
    bandwidth: read('bandwidth', whole(1, 100_000)),
    days: read('days', whole(1, maxOrderDays)),
    by: read('by', oneOf(renewalWays)),
    until: read('until', date),
    coupon,
  }
}

/** Replaces the values in `change`; undefined removes one. */
export const writeChoice = (search: URLSearchParams, change: Choice): URLSearchParams =>
  withParameters(search, { ...change })

/** The state whose lines an address wants to renew instead of naming them. */
export const renewedState = oneOf(['expiring', 'expired'])

/** The lines that an address wants to renew, without duplicates. */
export const renewedIds = (search: URLSearchParams) => [
  ...new Set((search.get('renew') ?? '').split(',').flatMap(each => uuid(each.trim()) ?? [])),
]
