import { z } from 'zod'
import { id, instant, line, listOf, moment, nothing, paging } from '../fields.ts'
import { couponKinds, couponSources, couponStates } from '../shop.ts'
import { couponTypeStates, giftOutcomes, giftStates } from './coupons-names.ts'
import { operation } from './operation.ts'

const most = 100_000_000
const fen = (label: string) =>
  z
    .int({ error: `请输入${label}` })
    .min(1, `${label}须大于0`)
    .max(most, `${label}过大`)
const counted = (label: string) =>
  z
    .int({ error: `请输入${label}` })
    .min(1, `${label}至少为1`)
    .max(10_000_000, `${label}过大`)
const given = moment('时间格式不正确')

/** What an operator decides of a type. */
const couponTypeFields = {
  name: line('名称', 30),
  about: line('说明', 100, 0),
  kind: z.enum(couponKinds, { error: '请选择优惠方式' }),
  /** Fen off; null for a percentage. */
  amount: fen('减免金额').nullable(),
  percent: z.int({ error: '请输入折扣' }).min(1, '至少减1%').max(99, '最多减99%').nullable(),
  /** Fen; the most that a percentage takes off, null without one. */
  cap: fen('封顶金额').nullable(),
  threshold: z.int({ error: '请输入门槛' }).min(0, '门槛不能为负').max(most, '门槛过大'),
  /** With all below them; null for all. */
  category_ids: z.array(id).min(1, '请选择适用商品').max(100, '最多选择100个分类').nullable(),
  for_purchase: z.boolean(),
  for_renewal: z.boolean(),
  /** Null without a limit. */
  total: counted('发放总量').nullable(),
  per_company: z.int({ error: '请输入每家企业限领' }).min(1, '每家企业至少1张').max(1000, '每家企业最多1000张'),
  way: z.enum(couponSources, { error: '请选择发放方式' }),
  claim_starts_at: given,
  claim_ends_at: given.nullable(),
  /** Either fixed instants, or days after the claim. */
  valid_from: given.nullable(),
  valid_until: given.nullable(),
  valid_days: z.int({ error: '请输入有效天数' }).min(1, '至少1天').max(3650, '最多3650天').nullable(),
  published: z.boolean(),
  sort: z.int({ error: '请输入排序' }).min(0, '排序不能为负').max(9999, '排序最大9999'),
}

type Fields = z.infer<z.ZodObject<typeof couponTypeFields>>

/** What can't be said of one field alone: at which field it is wrong, and why. */
function problemOf(type: Fields): [keyof Fields, string] | undefined {
  if (type.kind === 'amount' && type.amount === null) return ['amount', '请输入减免金额']
  if (type.kind === 'amount' && (type.percent !== null || type.cap !== null)) return ['kind', '减免金额不设折扣与封顶']
  if (type.kind === 'percent' && type.percent === null) return ['percent', '请输入折扣']
  if (type.kind === 'percent' && type.amount !== null) return ['kind', '折扣不设减免金额']
  if (!type.for_purchase && !type.for_renewal) return ['for_purchase', '新购与续费至少选择一项']
  if (type.claim_ends_at && type.claim_ends_at <= type.claim_starts_at) return ['claim_ends_at', '须晚于开始时间']
  if ((type.valid_until === null) === (type.valid_days === null)) return ['valid_days', '请选择固定日期或领取后天数']
  if (type.valid_from && !type.valid_until) return ['valid_until', '请输入截止时间']
  if (type.valid_from && type.valid_until && type.valid_from >= type.valid_until)
    return ['valid_until', '须晚于开始时间']
}

const figures = z.object({
  claimed: z.int(),
  unused: z.int(),
  locked: z.int(),
  used: z.int(),
  expired: z.int(),
  /** Fen that its used coupons took off orders. */
  discount: z.int(),
})

const listed = z.object({
  coupon_type_id: id,
  ...couponTypeFields,
  /** Of category_ids; empty for all. */
  categories: z.array(z.string()),
  state: z.enum(couponTypeStates),
  created_at: instant,
  /** What setCouponType is told of, so that nobody overwrites what another has changed since. */
  revision: z.int(),
  figures,
})

const getCouponTypeList = operation({
  path: '/coupons/getCouponTypeList',
  access: ['finance'],
  about: '优惠券类型，最新的在前，含全部企业的领取、占用、使用、过期张数与已优惠金额。',
  input: z.strictObject({
    keyword: line('名称', 50).optional(),
    way: z.enum(couponSources).optional(),
    state: z.enum(couponTypeStates).optional(),
    ...paging,
  }),
  output: listOf(listed),
})

const getCouponTypeDetail = operation({
  path: '/coupons/getCouponTypeDetail',
  access: ['finance'],
  about: '一种优惠券。',
  input: z.strictObject({ coupon_type_id: id }),
  output: listed,
  codes: [-53021],
})

const getCouponCategoryList = operation({
  path: '/coupons/getCouponCategoryList',
  access: ['finance'],
  about: '优惠券可限定的商品分类，按树的次序。',
  input: z.strictObject({}),
  output: z.object({ list: z.array(z.object({ category_id: id, parent_id: id.nullable(), name: z.string() })) }),
})

const setCouponType = operation({
  path: '/coupons/setCouponType',
  access: ['finance'],
  audited: true,
  about:
    '新增或修改优惠券类型。已领取的优惠券保留领取时的规则；有人领取之后，优惠、门槛、适用范围、有效期与发放方式不能再改，另建一种。',
  input: z
    .strictObject({
      coupon_type_id: id.optional(),
      /** Of the one that is changed, as it was read. */
      revision: z.int().optional(),
      ...couponTypeFields,
    })
    .check(context => {
      const [field, message] = problemOf(context.value) ?? []
      if (field && message) context.issues.push({ code: 'custom', path: [field], message, input: context.value[field] })
    }),
  output: z.object({ coupon_type_id: id }),
  success: '已保存',
  codes: [-53021, -53022, -53500, -53501],
})

const setCouponTypePublished = operation({
  path: '/coupons/setCouponTypePublished',
  access: ['finance'],
  audited: true,
  about: '上架或下架；已领取的优惠券不受影响。',
  input: z.strictObject({ coupon_type_id: id, published: z.boolean() }),
  output: nothing,
  success: '已保存',
  codes: [-53021],
})

const getCouponClaimList = operation({
  path: '/coupons/getCouponClaimList',
  access: ['finance'],
  about: '一种优惠券的领取记录，最新的在前。',
  input: z.strictObject({
    coupon_type_id: id,
    state: z.enum(couponStates).optional(),
    keyword: line('企业', 100).optional(),
    ...paging,
  }),
  output: z.object({
    list: z.array(
      z.object({
        coupon_id: id,
        company_id: id,
        company_name: z.string(),
        state: z.enum(couponStates),
        source: z.enum(couponSources),
        claimed_at: instant,
        valid_until: instant,
        used_at: instant.nullable(),
        order_number: z.string().nullable(),
        discount: z.int().nullable(),
      }),
    ),
    total: z.int(),
    more: z.boolean(),
  }),
})

const previewCouponGift = operation({
  path: '/coupons/previewCouponGift',
  access: ['finance'],
  about:
    '上传要赠送的企业（multipart：coupon_type_id、file）：文本每行一家，或 CSV、XLSX 表格；写统一社会信用代码或企业全称。逐行检查，尚未赠送。',
  input: z.strictObject({ coupon_type_id: id }),
  output: z.object({ gift_id: id }),
  codes: [-45002, -53021, -53503, -53504, -53505, 429],
  multipart: true,
})

const giveCouponGift = operation({
  path: '/coupons/giveCouponGift',
  access: ['finance'],
  audited: true,
  about: '向预览过的名单中可以赠送的企业各赠送一张；后台执行，再次提交不会重复赠送。',
  input: z.strictObject({ gift_id: id }),
  output: nothing,
  codes: [-53502, -53503],
})

const gift = z.object({
  gift_id: id,
  coupon_type_id: id,
  name: z.string(),
  state: z.enum(giftStates),
  operator: z.string(),
  created_at: instant,
  started_at: instant.nullable(),
  ended_at: instant.nullable(),
  /** Rows to be given, those that are done with, and those of them that were given. */
  total: z.int(),
  done: z.int(),
  given: z.int(),
})

const getCouponGift = operation({
  path: '/coupons/getCouponGift',
  access: ['finance'],
  about: '一次赠送的进度与各结果的行数。',
  input: z.strictObject({ gift_id: id }),
  output: gift.extend({ outcomes: z.record(z.enum(giftOutcomes), z.int()) }),
  codes: [-53502],
})

const getCouponGiftList = operation({
  path: '/coupons/getCouponGiftList',
  access: ['finance'],
  about: '一种优惠券做过的赠送，最新的在前。',
  input: z.strictObject({ coupon_type_id: id, ...paging }),
  output: listOf(gift),
})

const getCouponGiftRowList = operation({
  path: '/coupons/getCouponGiftRowList',
  access: ['finance'],
  about: '一次赠送的名单与每行的结果。',
  input: z.strictObject({ gift_id: id, outcome: z.enum(giftOutcomes).optional(), ...paging }),
  output: listOf(
    z.object({
      position: z.int(),
      line: z.string(),
      company_id: id.nullable(),
      company_name: z.string().nullable(),
      outcome: z.enum(giftOutcomes),
      reason: z.string(),
    }),
  ),
})

export const coupons = {
  getCouponTypeList,
  getCouponTypeDetail,
  getCouponCategoryList,
  setCouponType,
  setCouponTypePublished,
  getCouponClaimList,
  previewCouponGift,
  giveCouponGift,
  getCouponGift,
  getCouponGiftList,
  getCouponGiftRowList,
}
