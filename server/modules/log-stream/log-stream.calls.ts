import { X509Certificate } from 'node:crypto'
import { syslogPort } from '#contract/log-stream-names.ts'
import { orRefuse, Refusal } from '#server/core/refusal.ts'
import { recordActivity } from '#server/engines/activity/activity.ts'
import { editedInActivity } from '#server/engines/activity/last-edited.ts'
import type { SomeHandlers } from '#server/engines/context.ts'
import { outsideTurn } from '#server/engines/in-turn.ts'
import { settleNotices } from '#server/engines/notices/notices.ts'
import { requireSeen } from '#server/engines/seen.ts'
import { hostProblem } from '#server/integrations/outbound/public-only.ts'
import { sendSyslog } from '#server/integrations/syslog/send.ts'
import { numberEverything } from '#server/modules/activity-log/log-lines.sql.ts'
import { sendLogStreamsJob } from './jobs.ts'
import { deleteLogStream, findLogStream, insertLogStream, lockLogStream, updateLogStream } from './log-stream.sql.ts'
import { trialFrame } from './messages.ts'

/** Keeps only the certificates: a private key that was pasted along with them is dropped. */
function certificatesOf(text: string): string {
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  try {
    for (const block of blocks) new X509Certificate(block)
  } catch {
    throw new Refusal(-59712)
  }
  if (!blocks.length) throw new Refusal(-59712)
  return `${blocks.join('\n')}\n`
}

const placeOf = ({ host, port }: { host: string; port: number }) =>
  host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`

export const logStreamCalls = {
  async getLogStream({ company, membership: { companyId } }) {
    return { stream: (await findLogStream(company, companyId)) ?? null }
  },

  async setLogStream({ company, system, services: { config, jobs }, membership: { companyId } }, input) {
    const problem = input.host === undefined || config.webhookPrivate ? undefined : hostProblem(input.host)
    if (problem) throw new Refusal(-59711, problem)
    const ca = input.ca == null ? input.ca : certificatesOf(input.ca)
    const before = await lockLogStream(company, companyId)
    const edits = editedInActivity(companyId, companyId, () => [['log_stream.changed']])
    await requireSeen(company, input, before, edits)
    const host = input.host ?? before?.host
    if (host === undefined) throw new Refusal(-59710)
    const after = {
      ...{ host, port: input.port ?? before?.port ?? syslogPort },
      ...{ ca: ca === undefined ? (before?.ca ?? null) : ca, state: input.state ?? before?.state ?? 'active' },
    }
    if (before) await updateLogStream(company, companyId, after)
    else await insertLogStream(company, companyId, after, await numberEverything(company, companyId))
    const changes = [
      before && placeOf(before) !== placeOf(after) && `地址 ${placeOf(before)} → ${placeOf(after)}`,
      before && before.ca !== after.ca && (after.ca === null ? '公共的证书颁发机构' : '自备的 CA 证书'),
      before?.state !== after.state && (after.state === 'off' ? '关闭' : '开启'),
    ]
    await recordActivity(company, companyId, [
      {
        ...{ action: 'log_stream.changed', id: companyId, name: placeOf(after) },
        detail: changes.filter(Boolean).join('；'),
      },
    ])
    if (after.state !== 'paused') await settleNotices(system, companyId, ['log_stream'])
    if (after.state === 'active') await jobs.enqueue(system, sendLogStreamsJob, {}, { key: 'send_log_streams' })
  },

  async removeLogStream({ company, system, membership: { companyId } }) {
    const removed = orRefuse(await deleteLogStream(company, companyId), -59710)
    await recordActivity(company, companyId, [{ action: 'log_stream.removed', id: companyId, name: removed.host }])
    await settleNotices(system, companyId, ['log_stream'])
  },

  async tryLogStream({ company, services: { config }, membership: { companyId } }) {
    const stream = orRefuse(await findLogStream(company, companyId), -59710)
    const frames = [trialFrame(config, companyId, new Date())]
    return { problem: await outsideTurn(() => sendSyslog(stream, frames, config.webhookPrivate)) }
  },
} satisfies SomeHandlers
