/** The words for promotion codes and settlements. It has no zod, so that pages can use it. */

/** The state is computed when it is shown. */
export const promotionStates = ['open', 'upcoming', 'ended', 'used_up', 'disabled'] as const
export type PromotionState = (typeof promotionStates)[number]
export const promotionStateNames = {
  open: '可使用',
  upcoming: '未开始',
  ended: '已过期',
  used_up: '已用完',
  disabled: '已停用',
} as const satisfies Record<PromotionState, string>

/** The characters of a generated code: none is mistaken for another when it is read out or copied by hand. */
export const promotionAlphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

/** A month, 2026-11. */
export const monthPattern = /^20\d\d-(?:0[1-9]|1[0-2])$/
