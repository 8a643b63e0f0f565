/** Names of coupon types and gifts. Pages use this file, so it must not import zod. */
import { couponSourceNames } from '../shop.ts'

/** The ways to get a coupon of a type, which the coupon names as its source. */
export const couponWayNames = couponSourceNames

/** The states are derived when they are shown, checked in this order: taken off, over, all claimed, not begun, available. */
export const couponTypeStates = ['open', 'upcoming', 'gone', 'ended', 'off'] as const
export type CouponTypeState = (typeof couponTypeStates)[number]
export const couponTypeStateNames = {
  open: '进行中',
  upcoming: '未开始',
  gone: '已领完',
  ended: '已结束',
  off: '未上架',
} as const satisfies Record<CouponTypeState, string>

/** The most companies in one gift. */
export const giftRows = 5_000

export const giftStates = ['previewed', 'running', 'done', 'failed'] as const
export const giftStateNames = { previewed: '待确认', running: '赠送中', done: '已完成', failed: '已中断' } as const

export const giftOutcomes = ['ready', 'given', 'unknown', 'ambiguous', 'duplicate', 'limit', 'refused'] as const
export type GiftOutcome = (typeof giftOutcomes)[number]
export const giftOutcomeNames = {
  ready: '可以赠送',
  given: '已赠送',
  unknown: '没有这家企业',
  ambiguous: '有多家同名企业',
  duplicate: '名单中重复',
  limit: '已达上限',
  refused: '未能赠送',
} as const satisfies Record<GiftOutcome, string>
