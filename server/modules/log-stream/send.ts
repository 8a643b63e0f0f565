import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { streamPauseAfterDays } from '#contract/log-stream-names.ts'
import { paths } from '#contract/paths.ts'
import { asCompany } from '#server/database/as-company.ts'
import { recordActivity } from '#server/engines/activity/activity.ts'
import { runConcurrently } from '#server/engines/jobs/run-concurrently.ts'
import type { RunningJob, TaskServices } from '#server/engines/jobs/task.ts'
import { renotify } from '#server/engines/notices/notices.ts'
import { advance } from '#server/engines/streams/advance.ts'
import type { Stream } from '#server/engines/streams/progress.sql.ts'
import { sendSyslog } from '#server/integrations/syslog/send.ts'
import { listLogLines, numberActivity } from '#server/modules/activity-log/log-lines.sql.ts'
import { sendLogStreamsJob } from './jobs.ts'
import { databaseNow, type Leased, leaseLogStreams, nextRepetition, pauseLogStream } from './log-stream.sql.ts'
import { frameOf } from './messages.ts'

/** Companies that one process sends for concurrently. A slow receiver delays only its own company. */
const atOnce = 10
/** Lines sent over one connection. */
const batch = 200
/** Milliseconds after which a run leaves the rest to the next one, so that other jobs get their turn. */
const runFor = 8_000

export const streamOf = (companyId: string): Stream => ({
  table: sql`log_stream`,
  row: sql`company_id = ${companyId} and state = 'active'`,
})

/** Sends the new entries for each company that has set a stream, and runs again when a retry is due. */
export async function sendLogStreams(services: TaskServices, _payload: object, job: RunningJob): Promise<void> {
  const { system } = services
  const since = await databaseNow(system)
  const until = performance.now() + runFor
  const isOver = () => job.stopping.aborted || performance.now() > until
  await runConcurrently({
    ...{ atOnce, stopping: job.stopping },
    async take(most) {
      const lease = randomUUID()
      const streams = isOver() ? [] : await leaseLogStreams(system, lease, { since, most })
      return streams.map(stream => ({ stream, lease }))
    },
    work: ({ stream, lease }) => sendFor(services, stream, lease, isOver),
  })
  const key = 'send_log_streams_later'
  // Streams with more entries than one run sends are handled again immediately.
  if (isOver()) return services.jobs.enqueue(system, sendLogStreamsJob, {}, { key })
  const next = await nextRepetition(system)
  if (next) await services.jobs.enqueue(system, sendLogStreamsJob, {}, { runAt: next, key })
}

async function sendFor(services: TaskServices, stream: Leased, lease: string, isOver: () => boolean): Promise<void> {
  const { system, config } = services
  const { company_id, position } = stream
  const failingDays = await advance(
    system,
    streamOf(company_id),
    { lease, position, firstWait: config.webhookRetryMs, isOver },
    {
      // Reads with the company's role, under which no other company's row can be read.
      read: after =>
        system.transaction(transaction =>
          asCompany(transaction, company_id, async company => {
            await numberActivity(company, company_id)
            return listLogLines(company, company_id, after, batch)
          }),
        ),
      send: lines =>
        sendSyslog(
          stream,
          lines.map(line => frameOf(config, company_id, line)),
          config.webhookPrivate,
        ),
    },
  )
  if (failingDays !== undefined && failingDays >= streamPauseAfterDays) await giveUp(services, stream, lease)
}

/** Pauses a stream and notifies the managers, once. Entries from the pause are sent when it is started again. */
async function giveUp(services: TaskServices, stream: Leased, lease: string): Promise<void> {
  const { company_id, host } = stream
  const reason = `连续 ${streamPauseAfterDays} 天没有收下`
  await services.system.transaction(async transaction => {
    if (!(await pauseLogStream(transaction, stream, lease))) return
    await asCompany(transaction, company_id, company =>
      recordActivity(company, company_id, [
        { action: 'log_stream.paused', id: company_id, name: host, detail: reason },
      ]),
    )
    await renotify(transaction, services, {
      to: { managersOfCompany: company_id },
      kind: 'log_stream_paused',
      subject: 'log_stream',
      title: '日志转发已暂停',
      text: `日志系统 ${host} ${reason}操作记录，日志转发已暂停。记录都留着，修复后重新开始即接着送。`,
      link: paths.openInterfaces,
    })
  })
}
