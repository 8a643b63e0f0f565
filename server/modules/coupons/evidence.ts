import { money } from '#server/core/yuan.ts'
import type { Database } from '#server/database/database.ts'
import type { Evidence } from '#server/engines/approvals/evidence.ts'
import { categoryNames } from './rules-shown.ts'
import { offerText, termsText } from './terms-text.ts'
import { figuresOf, type TypeFields, typeOf } from './types.sql.ts'

/** Names the categories that the terms only count. */
export async function scopeEvidence(
  database: Database,
  { category_ids }: Pick<TypeFields, 'category_ids'>,
): Promise<Evidence[]> {
  if (!category_ids) return []
  const names = await categoryNames(database)
  return [{ label: '适用商品', value: category_ids.map(id => names.get(id) ?? '已不存在的分类').join('、') }]
}

/** Returns the discount of a coupon, and its cost so far over all companies. */
export async function couponTypeEvidence(database: Database, id: string): Promise<Evidence[]> {
  const type = await typeOf(database, id)
  if (!type) return []
  const figures = (await figuresOf(database, [id])).get(id)
  return [
    { label: '优惠券', value: type.name, link: { page: 'coupon', coupon_type_id: id } },
    { label: '规则', value: termsText(type) },
    ...(await scopeEvidence(database, type)),
    { label: '发放', value: `${offerText(type)}，已领 ${type.claimed} 张` },
    {
      label: '使用',
      value: `已用 ${figures?.used ?? 0} 张，共优惠 ${money(figures?.discount ?? 0)}`,
      roles: ['finance'],
    },
  ]
}
