/** Names of the health page and its alerts. The page uses this file, so it must not import zod. */
export const healthGroups = ['jobs', 'messages', 'payments', 'service', 'database', 'host', 'certificates'] as const
export type HealthGroup = (typeof healthGroups)[number]
export const healthGroupNames: Record<HealthGroup, string> = {
  jobs: '任务队列',
  messages: '短信、支付渠道与推送',
  payments: '款项',
  service: '客户服务',
  database: '数据库',
  host: '磁盘、备份与副本',
  certificates: '对外网址与证书',
}

/** `unknown`: it could not be measured. `absent`: there is nothing to measure, such as no standby. */
export const healthStates = ['good', 'warn', 'bad', 'unknown', 'absent'] as const
export type HealthState = (typeof healthStates)[number]
export const healthStateNames: Record<HealthState, string> = {
  good: '正常',
  warn: '注意',
  bad: '异常',
  unknown: '未知',
  absent: '不适用',
}

/** The channels by which the owner is alerted. */
export const pushChannels = ['wecom', 'dingtalk', 'feishu', 'mail'] as const
export type PushChannelName = (typeof pushChannels)[number]
export const pushChannelNames: Record<PushChannelName, string> = {
  wecom: '企业微信机器人',
  dingtalk: '钉钉机器人',
  feishu: '飞书机器人',
  mail: '邮件',
}

export const deliveryStates = ['waiting', 'sent', 'failed'] as const
export type DeliveryState = (typeof deliveryStates)[number]
export const deliveryStateNames: Record<DeliveryState, string> = { waiting: '等待重试', sent: '已送达', failed: '失败' }

/** The number of latest alerts that are shown. */
export const shownPushes = 20

/** The states of a prepared restore. `ready` and `inconsistent` await the switch to the restored data. */
export const preparationStates = ['waiting', 'running', 'ready', 'inconsistent', 'switching', 'failed'] as const
export type PreparationState = (typeof preparationStates)[number]
export const preparationStateNames: Record<PreparationState, string> = {
  waiting: '等待',
  running: '正在恢复',
  ready: '已准备好',
  inconsistent: '数据不一致',
  switching: '正在换上',
  failed: '失败',
}
