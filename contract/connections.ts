import { z } from 'zod'
import { call } from './call.ts'
import { conflictRules, connectionFindings, retentionDays } from './connection-names.ts'
import { deviceKey } from './device-key.ts'
import { id, instant, moment, signedId } from './fields.ts'
import { shop } from './records/shop.ts'

const event = z.enum(['connect', 'heartbeat', 'disconnect'], { error: '事件不正确' })

/** A client's report of one connection. Each report is complete, so the next one makes up for a lost one. */
const connectionReport = z.strictObject({
  /** A random id that the client makes for each connection. */
  connection_id: signedId,
  /** Counts the reports of this connection from 1; a number not above the last is ignored. */
  number: z.int({ error: '序号须为整数' }).min(1, '序号从1开始').max(1_000_000, '序号过大'),
  event,
  svp_id: signedId,
  shop_id: signedId.optional(),
  /** The time of the event by the device's clock. */
  at: moment('时间格式不正确'),
})
export type ConnectionReport = z.output<typeof connectionReport>

/** The text that the device's key signs for a batch: a line for the batch, and one for each report. */
export const reportText = (batch: {
  device_id: string
  sent_at: string
  reports: readonly ConnectionReport[]
}): string =>
  [
    'haiyilian-connections',
    `${batch.device_id} ${batch.sent_at}`,
    ...batch.reports.map(({ connection_id, number, event, svp_id, shop_id, at }) =>
      [connection_id, number, event, svp_id, shop_id ?? '-', at].join(' '),
    ),
  ].join('\n')

export const reportConnections = call({
  path: '/v1/client/reportConnections',
  effect: 'change',
  // The client's ids and numbers serve as keys, so a repeated report is recognised.
  idempotency: 'own',
  client: true,
  access: 'account',
  about:
    '客户端一次上报若干连接的建立、心跳与断开，以设备密钥签名。可以重复、迟到、乱序；时间以服务器为准。建立时答复提醒，或按企业的设置拒绝。不能记下的连接各自答复 ended 或 refused，不耽误同一批里的其他连接。重复的建立得到同样的提醒。',
  input: z.strictObject({
    device_id: signedId,
    key: deviceKey,
    /** When the batch was sent, by the same clock as the reports. */
    sent_at: moment('时间格式不正确'),
    reports: z.array(connectionReport, { error: '请提供连接' }).min(1, '请提供连接').max(50, '一次最多50条'),
    /** The signature of `reportText`, in the form used at login. */
    signature: z.string({ error: '请提供签名' }).regex(/^[\w-]{86}$/, '签名不正确'),
  }),
  output: z.object({
    received_at: instant,
    list: z.array(
      z.object({
        connection_id: id,
        /** `ended` and `refused` are final: to go on, the client opens a connection with a new id. */
        state: z.enum(['open', 'ended', 'refused']),
        /** What speaks against the connection, reported when it is opened. */
        findings: z.array(z.object({ finding: z.enum(connectionFindings), message: z.string() })),
        /** The message for the client to show; empty when there are no findings. */
        message: z.string(),
      }),
    ),
  }),
  codes: [-48010, -48015, -48016, -48017],
})

export const getMyShops = call({
  path: '/v1/client/getMyShops',
  effect: 'read',
  client: true,
  access: 'account',
  about: '连接时可选的店铺：企业经营中、绑定在本人此刻能用的专线上，或尚未绑定专线的；至多 500 家。',
  input: z.strictObject({ device_id: id }),
  output: z.object({
    list: z.array(shop.schema.pick({ shop_id: true, platform: true, name: true, shop_number: true, svp_id: true })),
  }),
  codes: [-48001, -48010, -48014, -48015, -48016, -48018, -48019],
})

/** A company's settings for its connections. */
export const connectionRule = z.object({ conflicts: z.enum(conflictRules), keep_days: z.int() })

export const getConnectionSettings = call({
  path: '/v1/shop/getConnectionSettings',
  effect: 'read',
  access: 'manager',
  about: '同一地址上出现不该有的店铺、设备或人员时怎样处理，以及连接记录保存多少天。',
  output: connectionRule,
})

export const setConnectionSettings = call({
  path: '/v1/shop/setConnectionSettings',
  effect: 'change',
  activity: 'shop.settings',
  access: 'manager',
  about: '设置冲突时提醒或拒绝，以及连接记录保存多少天（至少 180 天）；没有给出的不变。',
  input: z.strictObject({
    conflicts: z.enum(conflictRules, { error: '处理方式不正确' }).optional(),
    keep_days: z
      .int({ error: '天数须为整数' })
      .min(retentionDays.least, `至少${retentionDays.least}天`)
      .max(retentionDays.most, `最多${retentionDays.most}天`)
      .optional(),
    seen: connectionRule.strict().partial().optional(),
  }),
  codes: [-53022],
})
