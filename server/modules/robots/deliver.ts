import sql from 'sql-template-tag'
import { z } from 'zod'
import { paths } from '#contract/paths.ts'
import { companyRobot } from '#contract/records/company-robot.ts'
import { maxRefused, robotPauseAfterHours, robotProviderNames } from '#contract/robot-names.ts'
import { asCompany } from '#server/database/as-company.ts'
import { recordActivity } from '#server/engines/activity/activity.ts'
import { renotify } from '#server/engines/notices/notices.ts'
import { deliverOutbox } from '#server/engines/outbox/outbox.ts'
import { connectRobot } from '#server/integrations/pushes/company-robot.ts'
import { PushFailure } from '#server/integrations/pushes/push.ts'
import { requestLink } from '#server/modules/requests/link.ts'
import { deliverRobotsJob } from './jobs.ts'
import { countRefusals, messagesOf } from './robots.sql.ts'
import { openSecrets } from './secrets.ts'

const outbox = {
  receivers: sql`company_robot`,
  messages: sql`robot_message`,
  attempts: sql`robot_attempt`,
  receiverId: sql`robot_id`,
  receiver: companyRobot.schema.pick({ provider: true, name: true }).extend({ secrets_sealed: z.instanceof(Buffer) }),
  columns: sql`provider, name, secrets_sealed`,
  patience: robotPauseAfterHours,
  longestWait: 30 * 60 * 1000,
}

/** Sends the groups their waiting messages, no faster than their providers accept them. */
export const deliverRobots = deliverOutbox({
  outbox,
  job: deliverRobotsJob,
  open: ({ config }, { receiver_id, provider, secrets_sealed }) =>
    connectRobot(provider, openSecrets(config, receiver_id, secrets_sealed), { allowPrivate: config.webhookPrivate }),
  unopened: '地址与密钥已不可用，请重新填写',
  load: (system, { company_id }, messageIds) => messagesOf(system, company_id, messageIds),
  async send({ config }, { company_id }, channel, { message_id, title, text, link, request_id }) {
    const sent = { status: null, answer: '' }
    const path = request_id ? requestLink(config, company_id, request_id) : link
    const button = { label: request_id ? '处理申请' : '打开', address: `${config.publicUrl}${path}` }
    try {
      await channel.send({ title, text, button }, message_id)
      return { ...sent, problem: null }
    } catch (error) {
      if (!(error instanceof PushFailure)) throw error
      return { ...sent, problem: error.message, refused: !error.retry }
    }
  },
  pace: config => config.robotPaceMs,
  firstWait: config => config.webhookRetryMs,
  // A wrong key is refused each time, a faulty message only by itself; several refusals in a row show the former.
  async giveUpReason({ problem, refused }, { worn_out }, robot, system) {
    if (worn_out) return `连续 ${robotPauseAfterHours} 小时没有送达（${problem}）`
    const refusals = refused ? await countRefusals(system, robot) : 0
    return refusals >= maxRefused ? `接连 ${refusals} 条被拒绝（${problem}）` : undefined
  },
  async disabled(transaction, services, { company_id, receiver_id, provider, name }, reason) {
    await asCompany(transaction, company_id, company =>
      recordActivity(company, company_id, [{ action: 'robot.paused', id: receiver_id, name, detail: reason }]),
    )
    await renotify(transaction, services, {
      to: { managersOfCompany: company_id },
      kind: 'robot_paused',
      subject: `robot:${receiver_id}`,
      title: '群机器人已停用',
      text: `发往${robotProviderNames[provider]}群「${name}」的消息${reason}，已停用。请修正后重新启用。`,
      link: paths.openInterfaces,
    })
  },
})
