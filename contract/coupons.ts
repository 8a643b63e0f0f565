import { z } from 'zod'
import { call } from './call.ts'
import { id, instant, listOf, paging } from './fields.ts'
import { orderContent } from './order-content.ts'
import { coupon } from './records/coupon.ts'
import { couponRules, couponType } from './records/coupon-type.ts'
import { couponStates } from './shop.ts'

/** The names of the categories to which it applies; empty for all. */
const categories = { categories: z.array(z.string()) }
const rules = couponRules.omit({ category_ids: true }).extend(categories)

const offer = couponType.schema.pick({
  coupon_type_id: true,
  claim_ends_at: true,
  valid_until: true,
  valid_days: true,
  per_company: true,
})

export const getUserCouponTypeList = call({
  path: '/v3/coupon/getUserCouponTypeList',
  effect: 'read',
  access: 'manager',
  about: '领券中心：可以领取的优惠券，与本企业还能否领取。',
  output: z.object({
    list: z.array(
      rules.extend({
        ...offer.shape,
        /** The number left for all companies; null without a limit. */
        remaining: z.int().nullable(),
        claimed_by_company: z.int(),
        claimable: z.boolean(),
        /** Why it cannot be claimed; empty when it can. */
        reason: z.string(),
      }),
    ),
  }),
})

export const getCoupon = call({
  path: '/v3/coupon/getCoupon',
  effect: 'change',
  activity: 'coupon.claimed',
  limits: [{ name: 'coupon-claims', by: 'company', max: 60, seconds: 60 }],
  access: 'manager',
  about: '领取一张优惠券。',
  input: z.strictObject({ coupon_type_id: id }),
  output: coupon.pick({ coupon_id: true, valid_from: true, valid_until: true }),
  success: '领取成功',
  codes: [-49020, -49021, -49022, -49023],
})

export const getUserCouponList = call({
  path: '/v3/coupon/getUserCouponList',
  effect: 'read',
  access: 'manager',
  about: '本企业的优惠券；counts 为各状态的张数。',
  input: z.strictObject({ state: z.enum(couponStates, { error: '状态不正确' }).optional(), ...paging }),
  output: listOf(
    coupon.omit({ category_ids: true }).extend({ ...categories, order_number: z.string().nullable() }),
  ).extend({ counts: z.record(z.enum(couponStates), z.int()) }),
})

export const getUsableCoupon = call({
  path: '/v3/coupon/getUsableCoupon',
  effect: 'read',
  access: 'manager',
  about: '一份订单内容可用与不可用的优惠券：能减多少，或为什么不能用；能用的在前，减得多的在前。',
  input: orderContent,
  output: z.object({
    list: z.array(
      rules.extend({
        coupon_id: id,
        valid_until: instant,
        usable: z.boolean(),
        /** The discount in fen; 0 when it cannot be used. */
        discount: z.int(),
        /** Why it cannot be used; empty when it can. */
        reason: z.string(),
      }),
    ),
  }),
  codes: [-49002, -49003, -49004, -49005, -52001],
})
