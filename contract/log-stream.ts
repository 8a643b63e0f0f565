import { z } from 'zod'
import { call } from './call.ts'
import { logStream } from './records/log-stream.ts'

export const getLogStream = call({
  path: '/v1/company/getLogStream',
  effect: 'read',
  access: 'manager',
  about: '企业操作记录的日志转发（syslog）：送往哪里、送到哪一条、有没有失败；没有设置时为 null。',
  output: z.object({ stream: logStream.schema.nullable() }),
})

export const setLogStream = call({
  path: '/v1/company/setLogStream',
  effect: 'change',
  proof: 'fresh',
  activity: 'log_stream.changed',
  access: 'manager',
  about:
    '设置日志转发：以 syslog over TLS（RFC 5424、5425）送出操作记录，从这一刻起，按次序，至少一次。只改动带上的项；第一次须写明主机，端口不填为 6514，ca 为 null 表示公共的证书颁发机构。关闭期间的记录留着，开启后接着送。',
  input: z.strictObject(logStream.edit('set')),
  codes: [-53022, -59710, -59711, -59712],
})

export const removeLogStream = call({
  path: '/v1/company/removeLogStream',
  effect: 'change',
  activity: 'log_stream.removed',
  access: 'manager',
  about: '移除日志转发；以后再设置，从那一刻起。',
  success: '日志转发已移除',
  codes: [-59710],
})

export const tryLogStream = call({
  path: '/v1/company/tryLogStream',
  effect: 'change',
  idempotency: 'outside',
  limits: [{ name: 'try-log-stream', by: 'company', max: 30, seconds: 3600 }],
  access: 'manager',
  about: '向已设置的日志系统试送一条，不影响进度；problem 为 null 表示对方收下并正常关闭了连接，否则是原因。',
  output: z.object({ problem: z.string().nullable() }),
  codes: [-59710, 429],
})
