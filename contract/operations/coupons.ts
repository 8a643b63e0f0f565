import { z } from 'zod'
import { id, instant, isBefore, line, listOf, paging } from '../fields.ts'
import { category } from '../records/category.ts'
import { coupon } from '../records/coupon.ts'
import { couponType } from '../records/coupon-type.ts'
import { couponSources, couponStates } from '../shop.ts'
import { couponTypeStates, giftOutcomes, giftStates } from './coupons-names.ts'
import { operation } from './operation.ts'
import { waitingRequest } from './requested.ts'

const couponTypeFields = couponType.input('set')
type Fields = z.infer<z.ZodObject<typeof couponTypeFields>>

/** Checks what a single field cannot show. Returns the wrong field, and why. */
function problemOf(type: Fields): [keyof Fields, string] | undefined {
  if (type.kind === 'amount' && type.amount === null) return ['amount', '请输入减免金额']
  if (type.kind === 'amount' && (type.percent !== null || type.cap !== null)) return ['kind', '减免金额不设折扣与封顶']
  if (type.kind === 'percent' && type.percent === null) return ['percent', '请输入折扣']
  if (type.kind === 'percent' && type.amount !== null) return ['kind', '折扣不设减免金额']
  if (!type.for_purchase && !type.for_renewal) return ['for_purchase', '新购与续费至少选择一项']
  if (type.claim_ends_at && !isBefore(type.claim_starts_at, type.claim_ends_at))
    return ['claim_ends_at', '须晚于开始时间']
  if ((type.valid_until === null) === (type.valid_days === null)) return ['valid_days', '请选择固定日期或领取后天数']
  if (type.valid_from && !type.valid_until) return ['valid_until', '请输入截止时间']
  if (type.valid_from && type.valid_until && !isBefore(type.valid_from, type.valid_until))
    return ['valid_until', '须晚于开始时间']
}

const figures = z.object({
  claimed: z.int(),
  unused: z.int(),
  locked: z.int(),
  used: z.int(),
  expired: z.int(),
  /** The total discount of its used coupons in fen. */
  discount: z.int(),
})

const listed = couponType.schema.omit({ claimed: true }).extend({
  /** The names of category_ids; empty for all. */
  categories: z.array(z.string()),
  state: z.enum(couponTypeStates),
  figures,
  /** The pending change, publication or gift of it; there is one at a time. */
  waiting: waitingRequest.nullable(),
})

const getCouponTypeList = operation({
  path: '/coupons/getCouponTypeList',
  effect: 'read',
  access: ['finance'],
  about: '优惠券类型，最新的在前，含全部企业的领取、占用、使用、过期张数与已优惠金额。',
  input: z.strictObject({
    keyword: line('名称', 50).optional(),
    way: z.enum(couponSources).optional(),
    state: z.enum(couponTypeStates).optional(),
    ...paging,
  }),
  output: listOf(listed).extend({
    /** The requests for new types, which have no row yet, newest first and regardless of the filters. */
    waiting_new: z.array(waitingRequest),
  }),
})

const getCouponTypeDetail = operation({
  path: '/coupons/getCouponTypeDetail',
  effect: 'read',
  access: ['finance'],
  about: '一种优惠券。',
  input: z.strictObject({ coupon_type_id: id }),
  output: listed,
  codes: [-53021],
})

const getCouponCategoryList = operation({
  path: '/coupons/getCouponCategoryList',
  effect: 'read',
  access: ['finance'],
  about: '优惠券可限定的商品分类，按树的次序。',
  output: z.object({ list: z.array(category.schema.pick({ category_id: true, parent_id: true, name: true })) }),
})

const setCouponType = operation({
  path: '/coupons/setCouponType',
  effect: 'change',
  access: ['finance'],
  audited: true,
  approval: { kind: 'coupon', value: 'fen' },
  about:
    '新建或修改优惠券类型。已领取的优惠券保留领取时的规则；有人领取之后，优惠、门槛、适用范围、有效期与发放方式不能再改，另建一种。',
  input: z
    .strictObject({
      coupon_type_id: id.optional(),
      /** The revision that was read of the type to change. */
      revision: z.int().optional(),
      ...couponTypeFields,
    })
    .check(context => {
      const [field, message] = problemOf(context.value) ?? []
      if (field && message) context.issues.push({ code: 'custom', path: [field], message, input: context.value[field] })
    }),
  output: z.object({ coupon_type_id: id }),
  success: '已保存',
  codes: [-53012, -53013, -53017, -53021, -53022, -53500, -53501, -53506],
})

const setCouponTypePublished = operation({
  path: '/coupons/setCouponTypePublished',
  effect: 'change',
  access: ['finance'],
  audited: true,
  approval: { kind: 'coupon', value: 'fen' },
  about: '上架或下架；已领取的优惠券不受影响。',
  input: z.strictObject({ coupon_type_id: id, ...couponType.input('publish') }),
  success: '已保存',
  codes: [-53012, -53013, -53017, -53021],
})

const claimed = coupon.pick({
  coupon_id: true,
  state: true,
  source: true,
  claimed_at: true,
  valid_until: true,
  used_at: true,
})

const getCouponClaimList = operation({
  path: '/coupons/getCouponClaimList',
  effect: 'read',
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
      claimed.extend({
        company_id: id,
        company_name: z.string(),
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
  effect: 'change',
  idempotency: 'prepared',
  limits: [{ name: 'coupon-gift', by: 'operator', max: 120, seconds: 3600 }],
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
  effect: 'change',
  access: ['finance'],
  audited: true,
  approval: { kind: 'coupon', value: 'fen' },
  about: '向预览过的名单中可以赠送的企业各赠送一张；后台执行，再次提交不会重复赠送。',
  input: z.strictObject({ gift_id: id }),
  codes: [-53012, -53013, -53017, -53502, -53503],
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
  /** The rows to process, those that are done, and those of them whose coupon was given. */
  total: z.int(),
  done: z.int(),
  given: z.int(),
})

const getCouponGift = operation({
  path: '/coupons/getCouponGift',
  effect: 'read',
  access: ['finance'],
  about: '一次赠送的进度与各结果的行数。',
  input: z.strictObject({ gift_id: id }),
  output: gift.extend({
    outcomes: z.record(z.enum(giftOutcomes), z.int()),
    /** The pending request about its coupon type; until it is decided, no other can be made. */
    waiting: waitingRequest.nullable(),
  }),
  codes: [-53502],
})

const getCouponGiftList = operation({
  path: '/coupons/getCouponGiftList',
  effect: 'read',
  access: ['finance'],
  about: '一种优惠券做过的赠送，最新的在前。',
  input: z.strictObject({ coupon_type_id: id, ...paging }),
  output: listOf(gift),
})

const getCouponGiftRowList = operation({
  path: '/coupons/getCouponGiftRowList',
  effect: 'read',
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
