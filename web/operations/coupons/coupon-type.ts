import type { OperationOutput } from '#contract/operations/index.ts'
import { formatDiscount, ruleOf } from '#web/ui/coupon/coupon-words.ts'
import { count, dateTime } from '#web/ui/format.ts'

export type ListedType = OperationOutput<'getCouponTypeList'>['list'][number]

/** Formats the offer, such as ¥50，满 ¥500 可用. */
export function promiseOf(type: Pick<ListedType, 'kind' | 'amount' | 'percent' | 'threshold' | 'cap'>): string {
  const { sign, figure, unit } = formatDiscount(type)
  return `${type.kind === 'amount' ? '减 ' : ''}${sign}${figure}${unit && ` ${unit}`}，${ruleOf(type)}`
}

export const claimWindowOf = ({
  claim_starts_at,
  claim_ends_at,
}: Pick<ListedType, 'claim_starts_at' | 'claim_ends_at'>) =>
  `${dateTime(claim_starts_at)} 起${claim_ends_at ? `，至 ${dateTime(claim_ends_at)}` : ''}`

/** Returns the validity as the coupon center words it. */
export const validityOf = ({
  valid_from,
  valid_until,
  valid_days,
}: Pick<ListedType, 'valid_from' | 'valid_until' | 'valid_days'>) =>
  valid_until
    ? `${valid_from ? `${dateTime(valid_from)} 至 ` : ''}${dateTime(valid_until)} 前`
    : valid_days === null
      ? '请填写'
      : `领取后 ${count(valid_days)} 天内`

export const claimedOf = ({ figures, total }: Pick<ListedType, 'figures' | 'total'>) =>
  `${count(figures.claimed)} / ${total === null ? '不限' : count(total)}`
