/** Names of promotion codes and settlements. Pages use this file, so it must not import zod. */

/** The states are derived when they are shown. */
export const promotionStates = ['open', 'upcoming', 'ended', 'used_up', 'disabled'] as const
export type PromotionState = (typeof promotionStates)[number]
export const promotionStateNames = {
  open: '可使用',
  upcoming: '未开始',
  ended: '已过期',
  used_up: '已用完',
  disabled: '已停用',
} as const satisfies Record<PromotionState, string>

/** The characters of a generated code, chosen so that none is mistaken for another when read aloud or copied by hand. */
export const promotionAlphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

/** A month, such as 2026-11. */
export const monthPattern = /^20\d\d-(?:0[1-9]|1[0-2])$/
