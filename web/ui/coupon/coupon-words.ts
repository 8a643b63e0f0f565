import type { OutputOf } from '#contract/index.ts'
import { yuan } from '../format.ts'

export type Coupon = OutputOf<'getUserCouponList'>['list'][number]
export type CouponType = OutputOf<'getUserCouponTypeList'>['list'][number]
type Rules = Pick<
  Coupon,
  'kind' | 'amount' | 'percent' | 'cap' | 'threshold' | 'categories' | 'for_purchase' | 'for_renewal'
>

/** Formats fen as 2,000 or 49.9, the form that reads best in large figures. */
const plainYuan = (fen: number) => yuan(fen).replace(/^¥|\.00$|0$/g, '')

/** Formats the coupon's discount as a figure and its unit: ¥50; 8.5 折. */
export function formatDiscount({ kind, amount, percent }: Pick<Rules, 'kind' | 'amount' | 'percent'>) {
  return kind === 'amount'
    ? { sign: '¥', figure: plainYuan(amount ?? 0), unit: '' }
    : { sign: '', figure: String((100 - (percent ?? 0)) / 10), unit: '折' }
}

export const thresholdOf = ({ threshold }: Pick<Rules, 'threshold'>) =>
  threshold ? `满 ¥${plainYuan(threshold)} 可用` : '无门槛'

export const capOf = ({ cap }: Pick<Rules, 'cap'>) => (cap === null ? '' : `最多减 ¥${plainYuan(cap)}`)

/** Formats the conditions: 满 ¥500 可用 · 最多减 ¥200. */
export const ruleOf = (rules: Pick<Rules, 'threshold' | 'cap'>) =>
  [thresholdOf(rules), capOf(rules)].filter(Boolean).join(' · ')

export const categoriesOf = ({ categories }: Pick<Rules, 'categories'>) =>
  categories.length ? categories.join('、') : '全部商品'

export function occasionOf({ for_purchase, for_renewal }: Pick<Rules, 'for_purchase' | 'for_renewal'>): string {
  if (for_purchase && for_renewal) return '新购与续费'
  return for_purchase ? '仅限新购' : '仅限续费'
}
