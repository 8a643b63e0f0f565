import type { PushChannelName } from '#contract/operations/health-names.ts'
import { approvalNames } from '#contract/operations/operator-names.ts'
import { queuePush } from '#server/engines/health/queue-push.ts'
import type { TaskServices } from '#server/engines/jobs/task.ts'
import type { Push } from '#server/integrations/pushes/push.ts'
import { takeUnannounced, type Unannounced } from './announce-approvals.sql.ts'

const groups: PushChannelName[] = ['wecom', 'dingtalk', 'feishu']
/** Few enough for the 2,048 bytes of 企业微信. */
const maxLines = 10

/**
 * Announces the requests that wait for a second operator to the provider's groups. It runs every minute and puts all of them into
 * one message, because a robot accepts at most 20 in a minute.
 */
export async function announceApprovals({
  system,
  config,
  channels,
}: Pick<TaskServices, 'system' | 'config' | 'channels'>): Promise<void> {
  const configured = groups.filter(name => channels[name])
  if (!config.alertApprovals || !configured.length) return
  await system.transaction(async transaction => {
    const waiting = await takeUnannounced(transaction)
    if (waiting.length) await queuePush(transaction, wordsOf(waiting, config), configured)
  })
}

/**
 * A group may include people without a role, so the message states neither a request's subject nor its sum. The link decides
 * nothing by itself: its reader must be signed in, and may decide only what the policy permits.
 */
function wordsOf(waiting: readonly Unannounced[], { brandName, publicUrl }: TaskServices['config']): Push {
  const more = waiting.length - maxLines
  return {
    title: `【${brandName}】${waiting.length} 项申请等待确认`,
    text: [
      ...waiting.slice(0, maxLines).map(({ kind, requested_by }) => `${approvalNames[kind]}（${requested_by} 申请）`),
      ...(more > 0 ? [`另有 ${more} 项`] : []),
      `由另一位操作员登录后处理：${publicUrl}/operations/approvals?state=waiting`,
    ].join('\n'),
  }
}
