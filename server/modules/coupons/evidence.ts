import { money } from '#server/core/yuan.ts'
import type { Database } from '#server/database/database.ts'
import type { Evidence } from '#server/engines/approvals/evidence.ts'
import { mostOffText } from './most-off.ts'
import { figuresOf, typeOf } from './types.sql.ts'

type Rules = Parameters<typeof mostOffText>[0] & { threshold: number }

export const rulesText = (rules: Rules) =>
  `${mostOffText(rules)}${rules.threshold ? `，满 ${money(rules.threshold)} 可用` : '，无门槛'}`

/** Returns the discount of a coupon, and its cost so far over all companies. */
export async function couponTypeEvidence(database: Database, id: string): Promise<Evidence[]> {
  const type = await typeOf(database, id)
  if (!type) return []
  const figures = (await figuresOf(database, [id])).get(id)
  return [
    { label: '优惠券', value: type.name, link: { page: 'coupon', coupon_type_id: id } },
    { label: '规则', value: rulesText(type) },
    { label: '发放', value: `${type.total === null ? '不限张数' : `共 ${type.total} 张`}，已领 ${type.claimed} 张` },
    {
      label: '使用',
      value: `已用 ${figures?.used ?? 0} 张，共优惠 ${money(figures?.discount ?? 0)}`,
      roles: ['finance'],
    },
  ]
}
