/** Names of a company's robots that pages and the server share, without zod. */
export const robotProviders = ['wecom', 'dingtalk', 'feishu'] as const
export type RobotProvider = (typeof robotProviders)[number]
export const robotProviderNames: Record<RobotProvider, string> = {
  wecom: '企业微信',
  dingtalk: '钉钉',
  feishu: '飞书',
}

/** The addresses of the providers' robots, up to the key. */
export const robotAddresses: Record<RobotProvider, { start: string; key: RegExp }> = {
  wecom: { start: 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send', key: /^\?key=([\w-]{8,100})$/ },
  dingtalk: { start: 'https://oapi.dingtalk.com/robot/send', key: /^\?access_token=([\w-]{8,200})$/ },
  feishu: { start: 'https://open.feishu.cn/open-apis/bot/v2/hook', key: /^\/([\w-]{8,100})$/ },
}
/** Reports whether messages to a provider's robot are signed. 企业微信 has no signature: its address is the secret. */
export const signs = (provider: RobotProvider): boolean => provider !== 'wecom'

/** The notices that a group may receive. */
export const robotNotices = {
  requests: '员工申请待处理',
  decisions: '员工申请已处理',
  services: '员工服务到期',
  balance: '剩余时长不足',
  lines: '专线到期与续费失败',
  tickets: '工单有答复',
  orders: '订单已支付',
} as const
export type RobotNotice = keyof typeof robotNotices

export const robotStates = ['active', 'disabled'] as const
export const robotMessageStates = ['pending', 'delivered', 'refused'] as const

/** The most robots of a company. */
export const maxRobots = 5
/** Hours without a successful delivery, or refusals in a row, after which a robot is paused. */
export const robotPauseAfterHours = 6
export const maxRefused = 3

export const robotFields = {
  name: { label: '名称', max: 30 },
  url: { label: 'Webhook 地址', max: 500 },
  secret: { label: '加签密钥', max: 200 },
} as const
