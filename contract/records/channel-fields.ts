/** Names, limits and states of a partner's fields. Browser and server share this file, so it must not import zod. */
export const channelFields = {
  name: { label: '名称', max: 40 },
  greeting: { label: '欢迎语', max: 120 },
  contact_name: { label: '联系人', max: 30 },
  contact_phone: { label: '联系电话', max: 20 },
  commission_percent: { label: '佣金比例', max: 100 },
} as const

export const channelStates = ['active', 'ended'] as const
export type ChannelState = (typeof channelStates)[number]
export const channelStateNames = { active: '合作中', ended: '已结束' } as const satisfies Record<ChannelState, string>

export const maxPromotionUses = 1_000_000
export const paymentReference = { label: '银行流水号', max: 60 } as const
