import { resolve } from 'node:path'
import { z } from 'zod'
import { integer, setting } from './setting.ts'

const path = z
  .string()
  .transform(value => resolve(value))
  .optional()

/** Settings for sending logs to log systems. */
export const streamSettings = {
  auditSyslog: setting({
    env: 'AUDIT_SYSLOG',
    about:
      '运营后台的审计送往的日志系统（syslog over TLS），写作 tls://主机:6514，端口不填为 6514；可以在内部网络，证书总是验证。按次序，至少一次，从最早的一条起',
    schema: z
      .url({ protocol: /^tls$/, error: '写作 tls://主机:6514' })
      .refine(value => /^tls:\/\/[^/?#@]+\/?$/.test(value), '写作 tls://主机:6514')
      .transform(value => {
        const { hostname, port } = new URL(value)
        return { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: port ? Number(port) : 6514 }
      })
      .optional(),
  }),
  auditSyslogCa: setting({
    env: 'AUDIT_SYSLOG_CA',
    about: '签发日志系统证书的 CA 所在的文件（PEM）；不填则为公共的证书颁发机构',
    schema: path,
  }),
  auditFile: setting({
    env: 'AUDIT_FILE',
    about:
      '运营后台的审计写入的文件，一行一条 JSON，只在末尾添加，每批落盘；改名或移走之后写新的文件。几台机器上的副本各写各的，合起来才是全部，宜只在一台设置',
    schema: path,
  }),
  syslogEnterprise: setting({
    env: 'SYSLOG_ENTERPRISE',
    about:
      'syslog 结构化数据的名称 portal@… 里的企业编号（IANA Private Enterprise Number）；默认是 RFC 5612 留给文档的编号，有自己的就填自己的',
    schema: integer(32473, 1, 4_294_967_295),
  }),
} as const
