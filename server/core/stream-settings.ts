import { integer, setting } from './setting.ts'

/** How logs are sent to log systems. */
export const streamSettings = {
  syslogEnterprise: setting({
    env: 'SYSLOG_ENTERPRISE',
    about:
      'syslog 结构化数据的名称 portal@… 里的企业编号（IANA Private Enterprise Number）；默认是 RFC 5612 留给文档的编号，有自己的就填自己的',
    schema: integer(32473, 1, 4_294_967_295),
  }),
} as const
