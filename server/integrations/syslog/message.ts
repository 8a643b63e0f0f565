/** Syslog messages (RFC 5424) framed for syslog over TLS (RFC 5425). */

/** The sending company or provider, the same in each message. */
export interface SyslogOrigin {
  hostname: string
  app: string
  /** The private enterprise number in the name of the structured data, which distinguishes it from others' names. */
  enterprise: number
}

export interface SyslogEntry {
  /** The time of the event, as ISO text. */
  at: string
  /** The kind of event; a long one is truncated in the header but complete in the structured data. */
  messageId: string
  /** The names are the portal's own and have only plain letters; the values are arbitrary. */
  data: Readonly<Record<string, string>>
  body: Readonly<Record<string, unknown>>
  /** Fields of the body that are omitted, and listed in `omitted`, if the message would be too long for receivers. */
  dispensable: readonly string[]
}

/** The bytes that RFC 5425 requires receivers to accept; rsyslog truncates longer messages, which makes their JSON invalid. */
const longest = 8192
/** Facility 13 (log audit), severity 6 (informational). */
const priority = 13 * 8 + 6
/** The mark that RFC 5424 puts before text in UTF-8. */
const mark = '\uFEFF'

/** Header fields are visible ASCII; an empty one is a hyphen. */
const headerField = (text: string, most: number) => text.replace(/[^\x21-\x7e]+/g, '').slice(0, most) || '-'

const dataValue = (text: string) => text.replace(/\p{Cc}+/gu, ' ').replace(/["\\\]]/g, '\\$&')

/** Returns one frame: the length of the message in bytes, a space, the message. */
export function syslogFrame({ hostname, app, enterprise }: SyslogOrigin, entry: SyslogEntry): Buffer {
  const { at, messageId, data, body, dispensable } = entry
  const parameters = Object.entries(data).map(([name, value]) => ` ${name}="${dataValue(value)}"`)
  const header = `<${priority}>1 ${at} ${headerField(hostname, 255)} ${headerField(app, 48)} - ${headerField(messageId, 32)}`
  const message = (content: object) =>
    Buffer.from(`${header} [portal@${enterprise}${parameters.join('')}] ${mark}${JSON.stringify(content)}`)
  const whole = message(body)
  const kept = Object.entries(body).filter(([name]) => !dispensable.includes(name))
  const fitting = whole.length <= longest ? whole : message({ ...Object.fromEntries(kept), omitted: [...dispensable] })
  return Buffer.concat([Buffer.from(`${fitting.length} `), fitting])
}
