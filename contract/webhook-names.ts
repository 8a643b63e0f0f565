/** Names of webhooks that pages and the server share, without zod. */
export const webhookStates = ['active', 'disabled'] as const
export const webhookMessageStates = ['pending', 'delivered', 'skipped'] as const

/** A company has so many webhooks. */
export const mostWebhooks = 20
/** A webhook that took nothing for so many days is disabled. */
export const webhookPatienceDays = 3
/** The most events that are sent again at a time. */
export const mostReplayed = 10_000

export const webhookFields = {
  url: { label: '接收地址', max: 500 },
  description: { label: '说明', max: 100 },
} as const
