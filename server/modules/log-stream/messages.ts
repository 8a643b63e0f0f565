import { type Named, originOf } from '#server/engines/streams/origin.ts'
import { type SyslogEntry, syslogFrame } from '#server/integrations/syslog/message.ts'
import type { LogLine } from '#server/modules/activity-log/log-lines.sql.ts'

/** Formats a log line as it is sent; the text is the line of the NDJSON. */
export function frameOf(config: Named, companyId: string, line: LogLine): Buffer {
  const { number, activity_id, at, actor_kind, actor_name, action } = line
  const entry: SyslogEntry = {
    ...{ at, messageId: action, body: line, dispensable: ['detail'] },
    data: {
      ...{ number: String(number), id: activity_id, company: companyId },
      ...{ actor: `${actor_kind}:${actor_name}`, action },
    },
  }
  return syslogFrame(originOf(config), entry)
}

/** Formats a message that states that nothing happened. */
export function trialFrame(config: Named, companyId: string, at: Date): Buffer {
  const action = 'log_stream.trial'
  return syslogFrame(originOf(config), {
    ...{ at: at.toISOString(), messageId: action, data: { company: companyId, action } },
    ...{ body: { action, detail: '试送，没有发生任何事' }, dispensable: [] },
  })
}
