/** Names of a company's log stream that pages and the server share, without zod. */
export const logStreamStates = ['active', 'off', 'paused'] as const

/** Days without a successful delivery after which a stream is paused. */
export const streamPauseAfterDays = 3

/** The port of syslog over TLS (RFC 5425). */
export const syslogPort = 6514
/** Low ports belong to services other than syslog. */
export const isSyslogPort = (port: number): boolean => port === 514 || (port >= 1024 && port <= 65_535)
export const portRule = '端口须为 514、6514 或 1024–65535'

export const logStreamFields = {
  host: { label: '主机', max: 253 },
  ca: { label: 'CA 证书', max: 20_000 },
} as const

/** A host name or an address, without a scheme, port or path. */
export const hostPattern = /^(?:[A-Za-z0-9-]{1,63}\.)*[A-Za-z0-9-]{1,63}$|^[0-9A-Fa-f]{0,4}:[0-9A-Fa-f:.]{1,40}$/
