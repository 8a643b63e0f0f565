import { z } from 'zod'
import { id, instant, line, moment } from '../fields.ts'
import { couponKinds, couponSources } from '../shop.ts'
import { couponFields, highestCoupon } from './coupon-fields.ts'
import { record } from './record.ts'

const fen = (label: string) =>
  z
    .int({ error: `请输入${label}` })
    .min(1, `${label}须大于0`)
    .max(highestCoupon, `${label}过大`)
const at = moment('时间格式不正确')
const { name, about, amount, percent, total, per_company, valid_days, sort } = couponFields

/** `set` holds what adding or changing a type takes. Existing coupons keep the rules in force when they were claimed. */
export const couponType = record({
  coupon_type_id: { answer: id },
  name: { answer: z.string(), set: line(name.label, name.max) },
  about: { answer: z.string(), set: line(about.label, about.max, 0) },
  kind: { answer: z.enum(couponKinds), set: z.enum(couponKinds, { error: '请选择优惠方式' }) },
  /** Fen off; null for a percentage. */
  amount: { answer: z.int().nullable(), set: fen(amount.label).nullable() },
  percent: {
    answer: z.int().nullable(),
    set: z
      .int({ error: `请输入${percent.label}` })
      .min(1, '至少减1%')
      .max(99, '最多减99%')
      .nullable(),
  },
  /** The highest discount of a percentage, in fen; null without a limit. */
  cap: { answer: z.int().nullable(), set: fen('封顶金额').nullable() },
  /** The fen from which it can be used. */
  threshold: {
    answer: z.int(),
    set: z.int({ error: '请输入门槛' }).min(0, '门槛不能为负').max(highestCoupon, '门槛过大'),
  },
  /** The categories to which it applies, with all below them; null for all. */
  category_ids: {
    answer: z.array(id).nullable(),
    set: z.array(id).min(1, '请选择适用商品').max(100, '最多选择100个分类').nullable(),
  },
  for_purchase: { answer: z.boolean(), set: z.boolean() },
  for_renewal: { answer: z.boolean(), set: z.boolean() },
  /** Null without a limit. */
  total: {
    answer: z.int().nullable(),
    set: z
      .int({ error: `请输入${total.label}` })
      .min(1, `${total.label}至少为1`)
      .max(total.max, `${total.label}过大`)
      .nullable(),
  },
  claimed: { answer: z.int() },
  per_company: {
    answer: z.int(),
    set: z
      .int({ error: `请输入${per_company.label}` })
      .min(1, '每家企业至少1张')
      .max(per_company.max, `每家企业最多${per_company.max}张`),
  },
  way: { answer: z.enum(couponSources), set: z.enum(couponSources, { error: '请选择发放方式' }) },
  claim_starts_at: { answer: instant, set: at },
  claim_ends_at: { answer: instant.nullable(), set: at.nullable() },
  /** A type has either fixed instants, or a number of days after the claim. */
  valid_from: { answer: instant.nullable(), set: at.nullable() },
  valid_until: { answer: instant.nullable(), set: at.nullable() },
  valid_days: {
    answer: z.int().nullable(),
    set: z
      .int({ error: `请输入${valid_days.label}` })
      .min(1, '至少1天')
      .max(valid_days.max, `最多${valid_days.max}天`)
      .nullable(),
  },
  published: { answer: z.boolean(), set: z.boolean(), publish: z.boolean() },
  sort: {
    answer: z.int(),
    set: z.int({ error: '请输入排序' }).min(0, '排序不能为负').max(sort.max, `排序最大${sort.max}`),
  },
  created_at: { answer: instant },
  /** setCouponType takes the revision that it changes, so that a concurrent change is not overwritten. */
  revision: { answer: z.int() },
})

/** The rules that a coupon takes from its type. */
export const couponRules = couponType.schema.pick({
  name: true,
  about: true,
  kind: true,
  amount: true,
  percent: true,
  cap: true,
  threshold: true,
  category_ids: true,
  for_purchase: true,
  for_renewal: true,
})
