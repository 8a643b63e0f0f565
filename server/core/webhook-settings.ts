import { flag, integer, setting } from './setting.ts'

/** Settings for reaching companies' own systems: the destinations allowed for events, and the delivery pace. */
export const webhookSettings = {
  webhookRetryMs: setting({
    env: 'WEBHOOK_RETRY_MS',
    about: 'Webhook 与日志转发第一次重试之前等待的毫秒数，之后每次加倍，最多六小时；企业的连续三天没有送达即停用',
    schema: integer(5000, 1, 600_000),
  }),
  robotPaceMs: setting({
    env: 'ROBOT_PACE_MS',
    about: '企业的群机器人两条消息之间至少间隔的毫秒数；平台每分钟最多收 20 条',
    schema: integer(3200, 1, 60_000),
  }),
  webhookPrivate: setting({
    env: 'WEBHOOK_PRIVATE',
    about:
      '1 表示企业填写的地址（Webhook、群机器人、日志转发、身份提供方）可以在本机与内部网络、可以不加密；只用于测试，production 拒绝启动',
    schema: flag,
  }),
}
