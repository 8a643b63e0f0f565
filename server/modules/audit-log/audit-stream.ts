import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import sql from 'sql-template-tag'
import type { Config } from '#server/core/config.ts'
import type { RunningJob, TaskServices } from '#server/engines/jobs/task.ts'
import { advance } from '#server/engines/streams/advance.ts'
import { type Named, originOf } from '#server/engines/streams/origin.ts'
import { appendLines } from '#server/integrations/log-file/append.ts'
import { syslogFrame } from '#server/integrations/syslog/message.ts'
import { sendSyslog } from '#server/integrations/syslog/send.ts'
import {
  type AuditLine,
  type AuditStreamName,
  auditStreamNames,
  type LeasedAudit,
  leaseAuditStreams,
  listAuditLines,
  nextAuditRepetition,
  numberAudit,
} from './audit-stream.sql.ts'
import { sendAuditJob } from './jobs.ts'

/** Entries sent over one connection, or written in one batch. */
const batch = 200
/** Milliseconds after which a run leaves the rest to the next one, so that other jobs get their turn. */
const runFor = 8_000

type Places = Pick<Config, 'auditSyslog' | 'auditSyslogCa' | 'auditFile'>

/** Returns the streams that the provider has configured. */
export const auditStreamsOf = ({ auditSyslog, auditFile }: Places): AuditStreamName[] =>
  auditStreamNames.filter(name => (name === 'file' ? auditFile : auditSyslog) !== undefined)

/** Sends the entries since the last run, and runs again when there are more or a retry is due. */
export async function sendAudit(services: TaskServices, _payload: object, job: RunningJob): Promise<void> {
  const { system, config } = services
  const names = auditStreamsOf(config)
  if (!names.length) return
  const until = performance.now() + runFor
  const isOver = () => job.stopping.aborted || performance.now() > until
  const lease = randomUUID()
  const streams = await leaseAuditStreams(system, names, lease)
  await Promise.all(streams.map(stream => sendOne(services, stream, lease, isOver)))
  const key = 'send_audit_later'
  if (isOver()) return services.jobs.enqueue(system, sendAuditJob, {}, { key })
  const next = await nextAuditRepetition(system, names)
  if (next) await services.jobs.enqueue(system, sendAuditJob, {}, { runAt: next, key })
}

function sendOne(
  { system, config, log }: TaskServices,
  { name, position }: LeasedAudit,
  lease: string,
  isOver: () => boolean,
): Promise<number | undefined> {
  const stream = { table: sql`audit_stream`, row: sql`name = ${name}` }
  return advance(
    system,
    stream,
    { lease, position, firstWait: config.webhookRetryMs, isOver },
    {
      read: after =>
        system.transaction(async transaction => {
          await numberAudit(transaction)
          return listAuditLines(transaction, after, batch)
        }),
      async send(lines) {
        try {
          return await (name === 'file' ? writeFile(config, lines) : sendFrames(config, lines))
        } catch (err) {
          log.warn({ err, stream: name }, 'the audit can not be sent')
          return err instanceof Error && 'code' in err ? String(err.code) : '无法写入'
        }
      },
    },
  )
}

async function writeFile({ auditFile }: Places, lines: readonly AuditLine[]): Promise<null> {
  if (auditFile !== undefined)
    await appendLines(
      auditFile,
      lines.map(line => JSON.stringify(line)),
    )
  return null
}

/** The provider's log system may be in the provider's private network. */
async function sendFrames(config: Places & Named, lines: readonly AuditLine[]): Promise<string | null> {
  const { auditSyslog, auditSyslogCa } = config
  if (!auditSyslog) return null
  const ca = auditSyslogCa === undefined ? null : await readFile(auditSyslogCa, 'utf8')
  const frames = lines.map(line =>
    syslogFrame(originOf(config), {
      ...{ at: line.at, messageId: line.action, body: line, dispensable: ['before', 'after'] },
      data: {
        ...{ number: String(line.number), id: line.entry_id, actor: line.actor, action: line.action },
        target: line.target,
      },
    }),
  )
  return sendSyslog({ ...auditSyslog, ca }, frames, true)
}
