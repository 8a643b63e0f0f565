/** Names of webhooks that pages and the server share, without zod. */
export const webhookStates = ['active', 'disabled'] as const
export const webhookMessageStates = ['pending', 'delivered', 'skipped'] as const

/** The most webhooks a company may have. */
export const maxWebhooks = 20
/** The most former secrets with which each event is still signed. */
export const maxFormerSecrets = 10
/** Days without a successful delivery after which a webhook is disabled. */
export const webhookDisableAfterDays = 3
/** The most events in one replay. */
export const maxReplayed = 10_000

export const webhookFields = {
  url: { label: '接收地址', max: 500 },
  description: { label: '说明', max: 100 },
} as const
