import { pushChannelNames, pushChannels } from '#contract/operations/health-names.ts'
import type { Config } from '#server/core/config.ts'
import { createMailer } from '#server/integrations/mail/mail-from-config.ts'
import { createPushChannels } from '#server/integrations/pushes/channels-from-config.ts'
import { type Check, StartupWarning } from './check.ts'

/** Doctor's checks of pushes and mail. Startup does not wait for third-party servers. */
export const pushChecks = (config: Config): Check[] => [
  { name: '告警推送', run: () => configuredChannels(config) },
  ...(config.smtpHost ? [{ name: '邮件服务器', run: () => checkMail(config) }] : []),
]

async function configuredChannels(config: Config): Promise<string> {
  const channels = createPushChannels(config, await createMailer(config))
  const names = pushChannels.filter(name => channels[name]).map(name => pushChannelNames[name])
  return names.length ? `${names.join('、')}（在运行状况页发送测试消息）` : '没有配置，出现异常时不会通知任何人'
}

async function checkMail(config: Config): Promise<string> {
  const mailer = await createMailer(config)
  try {
    await mailer?.verify()
  } catch (error) {
    throw new StartupWarning(`${(error as Error).message}：请检查 SMTP_ 各项`)
  }
  return `${config.smtpHost}:${config.smtpPort} 可以登录`
}
