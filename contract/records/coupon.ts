import { z } from 'zod'
import { id, instant } from '../fields.ts'
import { couponSources, couponStates } from '../shop.ts'
import { couponRules } from './coupon-type.ts'

/** A company's coupon. It is never edited: it is claimed, given, held by an order and used. */
export const coupon = couponRules.extend({
  coupon_id: id,
  coupon_type_id: id,
  source: z.enum(couponSources),
  /** `expired` is not stored: it is derived from the time. */
  state: z.enum(couponStates),
  valid_from: instant,
  valid_until: instant,
  claimed_at: instant,
  used_at: instant.nullable(),
  /** The order that holds or used it. */
  order_id: id.nullable(),
})
