import { z } from 'zod'
import { call } from './call.ts'
import { id, instant, listOf, paging } from './fields.ts'
import { orderContent } from './order-content.ts'
import { couponKinds, couponSources, couponStates } from './shop.ts'

const rules = {
  name: z.string(),
  about: z.string(),
  kind: z.enum(couponKinds),
  /** Fen off; null for a percentage. */
  amount: z.int().nullable(),
  percent: z.int().nullable(),
  cap: z.int().nullable(),
  threshold: z.int(),
  /** Names of the categories it is for; empty for all. */
  categories: z.array(z.string()),
  for_purchase: z.boolean(),
  for_renewal: z.boolean(),
}

const coupon = z.object({
  coupon_id: id,
  coupon_type_id: id,
  ...rules,
  state: z.enum(couponStates),
  source: z.enum(couponSources),
  valid_from: instant,
  valid_until: instant,
  claimed_at: instant,
  used_at: instant.nullable(),
  /** The order that holds it or used it. */
  order_id: id.nullable(),
  order_number: z.string().nullable(),
})

export const getUserCouponTypeList = call({
  path: '/v3/coupon/getUserCouponTypeList',
  access: 'manager',
  about: '领券中心：可以领取的优惠券，与本企业还能否领取。',
  input: z.strictObject({}),
  output: z.object({
    list: z.array(
      z.object({
        coupon_type_id: id,
        ...rules,
        claim_ends_at: instant.nullable(),
        /** Either the day it ends, or how many days it lasts once claimed. */
        valid_until: instant.nullable(),
        valid_days: z.int().nullable(),
        /** Left for everybody; null without a limit. */
        remaining: z.int().nullable(),
        per_company: z.int(),
        claimed_by_company: z.int(),
        claimable: z.boolean(),
        /** Why not; empty when claimable. */
        reason: z.string(),
      }),
    ),
  }),
})

export const getCoupon = call({
  path: '/v3/coupon/getCoupon',
  access: 'manager',
  about: '领取一张优惠券。',
  input: z.strictObject({ coupon_type_id: id }),
  output: z.object({ coupon_id: id, valid_from: instant, valid_until: instant }),
  success: '领取成功',
  codes: [-49020, -49021, -49022, -49023],
})

export const getUserCouponList = call({
  path: '/v3/coupon/getUserCouponList',
  access: 'manager',
  about: '本企业的优惠券；counts 为各状态的张数。',
  input: z.strictObject({ state: z.enum(couponStates, { error: '状态不正确' }).optional(), ...paging }),
  output: listOf(coupon).extend({ counts: z.record(z.enum(couponStates), z.int()) }),
})

export const getUsableCoupon = call({
  path: '/v3/coupon/getUsableCoupon',
  access: 'manager',
  about: '一份订单内容可用与不可用的优惠券：能减多少，或为什么不能用；能用的在前，减得多的在前。',
  input: orderContent,
  output: z.object({
    list: z.array(
      z.object({
        coupon_id: id,
        ...rules,
        valid_until: instant,
        usable: z.boolean(),
        /** Fen it takes off; 0 when it can't be used. */
        discount: z.int(),
        /** Why it can't be used; empty when it can. */
        reason: z.string(),
      }),
    ),
  }),
  codes: [-49002, -49003, -49004, -49005, -52001],
})
