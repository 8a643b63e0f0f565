import type { Config } from '#server/core/config.ts'
import { type Mailer, MailFailure } from '../mail/mail.ts'
import { createDingtalk } from './dingtalk.ts'
import { createFeishu } from './feishu.ts'
import { type PushChannel, type PushChannels, PushFailure } from './push.ts'
import { createWecom } from './wecom.ts'

/** Creates the configured channels. */
export function createPushChannels(config: Config, mailer: Mailer | undefined): PushChannels {
  const { alertWecomUrl, alertDingtalkUrl, alertDingtalkSecret, alertFeishuUrl, alertFeishuSecret, alertMailTo } =
    config
  return {
    ...(alertWecomUrl && { wecom: createWecom(alertWecomUrl) }),
    ...(alertDingtalkUrl && alertDingtalkSecret && { dingtalk: createDingtalk(alertDingtalkUrl, alertDingtalkSecret) }),
    ...(alertFeishuUrl && alertFeishuSecret && { feishu: createFeishu(alertFeishuUrl, alertFeishuSecret) }),
    ...(mailer && alertMailTo.length > 0 && { mail: mailChannel(mailer, alertMailTo) }),
  }
}

const mailChannel = (mailer: Mailer, to: readonly string[]): PushChannel => ({
  async send({ title, text }, id) {
    try {
      await mailer.send({ to, subject: title, text }, id)
    } catch (error) {
      if (!(error instanceof MailFailure)) throw error
      throw new PushFailure(error.message, error.retry)
    }
  },
})
