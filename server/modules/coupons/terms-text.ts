import { couponSourceNames } from '#contract/shop.ts'
import { dayInChina } from '#server/core/service-time.ts'
import { money } from '#server/core/yuan.ts'
import { discountText } from './max-discount.ts'
import type { TypeFields } from './types.sql.ts'

type Terms = Pick<
  TypeFields,
  | 'kind'
  | 'amount'
  | 'percent'
  | 'cap'
  | 'threshold'
  | 'category_ids'
  | 'for_purchase'
  | 'for_renewal'
  | 'valid_from'
  | 'valid_until'
  | 'valid_days'
> & {
  /** The names of the categories. */
  categories: readonly string[]
}

/** The facts of a type that a request about its coupons keeps, so that it is not carried out once the terms have changed. */
export const termsFacts = (type: TypeFields) => ({
  name: type.name,
  off: [type.kind, type.amount, type.percent, type.cap, type.threshold],
  categories: type.category_ids?.toSorted() ?? null,
  orders: [type.for_purchase, type.for_renewal],
  valid: [type.valid_from, type.valid_until, type.valid_days],
  given: [type.total, type.per_company, type.way, type.claim_ends_at],
})

/** Describes the terms of a coupon. */
export const termsText = (terms: Terms): string =>
  [
    discountText(terms),
    terms.threshold ? `满 ${money(terms.threshold)} 可用` : '无门槛',
    ...(terms.for_purchase && terms.for_renewal ? [] : [terms.for_purchase ? '仅限新购' : '仅限续费']),
    ...(terms.category_ids ? [`限 ${terms.categories.toSorted().join('、') || '已不存在的分类'}`] : []),
    terms.valid_until === null
      ? `领取后 ${terms.valid_days ?? 0} 天内有效`
      : `${terms.valid_from ? `${dayInChina(terms.valid_from)} 起，` : ''}${dayInChina(terms.valid_until)} 前有效`,
  ].join('，')

type Offer = Pick<TypeFields, 'name' | 'total' | 'per_company' | 'way' | 'claim_ends_at'>

/** Describes how many coupons of a type there are, who gets them and until when. */
export const offerText = ({ total, per_company, way, claim_ends_at }: Omit<Offer, 'name'>): string =>
  `${total === null ? '不限张数' : `共 ${total} 张`}，每家企业 ${per_company} 张，${couponSourceNames[way]}${claim_ends_at ? `，${dayInChina(claim_ends_at)} 截止领取` : ''}`

export const publishingText = (type: Terms & Offer): string =>
  `上架优惠券“${type.name}”：${termsText(type)}；${offerText(type)}`
