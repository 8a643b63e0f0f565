import { money } from '#server/core/yuan.ts'
import type { Database } from '#server/database/database.ts'
import type { Evidence } from '#server/engines/approvals/evidence.ts'
import { offerText, termsText } from './terms-text.ts'
import { figuresOf, typeOf } from './types.sql.ts'

/** Returns the discount of a coupon, and its cost so far over all companies. */
export async function couponTypeEvidence(database: Database, id: string): Promise<Evidence[]> {
  const type = await typeOf(database, id)
  if (!type) return []
  const figures = (await figuresOf(database, [id])).get(id)
  return [
    { label: '优惠券', value: type.name, link: { page: 'coupon', coupon_type_id: id } },
    { label: '规则', value: termsText(type) },
    { label: '发放', value: `${offerText(type)}，已领 ${type.claimed} 张` },
    {
      label: '使用',
      value: `已用 ${figures?.used ?? 0} 张，共优惠 ${money(figures?.discount ?? 0)}`,
      roles: ['finance'],
    },
  ]
}
