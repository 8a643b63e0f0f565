/** Words of partners, their codes and settlements; free of zod, so that pages can use them. */

export const channelStates = ['active', 'ended'] as const
export type ChannelState = (typeof channelStates)[number]
export const channelStateNames = { active: '合作中', ended: '已结束' } as const satisfies Record<ChannelState, string>

/** Reckoned when it is shown. */
export const promotionStates = ['open', 'upcoming', 'ended', 'used_up', 'disabled'] as const
export type PromotionState = (typeof promotionStates)[number]
export const promotionStateNames = {
  open: '可使用',
  upcoming: '未开始',
  ended: '已过期',
  used_up: '已用完',
  disabled: '已停用',
} as const satisfies Record<PromotionState, string>

/** What a generated code is made of: nothing that is mistaken for something else when it is read out or copied by hand. */
export const promotionAlphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

/** A month, 2026-11. */
export const monthPattern = /^20\d\d-(?:0[1-9]|1[0-2])$/
