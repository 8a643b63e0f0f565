import { flag, integer, setting } from './setting.ts'

/** How events are delivered to the companies' own systems. */
export const webhookSettings = {
  webhookRetryMs: setting({
    env: 'WEBHOOK_RETRY_MS',
    about: 'Webhook 第一次重试之前等待的毫秒数，之后每次加倍，最多六小时；连续三天没有送达即停用',
    schema: integer(5000, 1, 600_000),
  }),
  webhookPrivate: setting({
    env: 'WEBHOOK_PRIVATE',
    about: '1 表示 Webhook 可以送往本机与内部网络、可以不加密；只用于测试，production 拒绝启动',
    schema: flag,
  }),
}
