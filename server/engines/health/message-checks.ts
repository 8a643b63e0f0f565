import { z } from 'zod'
import { instant } from '#contract/fields.ts'
import { pushChannelNames, pushChannels } from '#contract/operations/health-names.ts'
import { gatewayNames } from '#contract/shop.ts'
import type { HealthCheck } from './health-check.ts'
import { inChina } from './in-china.ts'
import { gatewayOutcome, readOutcomes } from './outcomes.ts'

const smsFigures = z.object({
  failed: z.int(),
  settled: z.int(),
  last_failed: z.int(),
  sent_at: instant.nullable(),
  failed_at: instant.nullable(),
  failure: z.string().nullable(),
})
const oldestSms = z.object({ age: z.number().nullable() })
const undelivered = z.object({ channel: z.enum(pushChannels), failed: z.int(), failure: z.string().nullable() })

/**
 * Fewer failures in a quarter of an hour say nothing about the provider, unless they are the last ones of a day: where few messages
 * are sent, no quarter of an hour has so many.
 */
const alertingFailures = 3

const lately = (succeeded: string | null, failed: string | null, failure: string | null) =>
  [
    `最近成功 ${succeeded ? inChina(Date.parse(succeeded)) : '无'}`,
    failed && `最近失败 ${inChina(Date.parse(failed))}：${failure ?? ''}`,
  ]
    .filter(Boolean)
    .join('；')

export const messageChecks: readonly HealthCheck[] = [
  {
    name: 'sms_failures',
    group: 'messages',
    title: '短信失败率（15 分钟，或最近三条）',
    metric: {
      name: 'portal_sms_failure_ratio',
      help: 'Failed among the short messages settled in 15 minutes, or 1 when the last three failed',
    },
    unit: 'ratio',
    limits: { warn: 0.1, bad: 0.5 },
    advice: '看最近失败的原因：余额、签名、模板或服务商故障；验证码短信发不出时客户无法注册与登录。',
    async measure({ database }) {
      const row = await database.row(smsFigures)`
        select (select count(*)::integer from sms_message where state = 'failed' and provider_fault
            and settled_at > now() - interval '15 minutes') as failed,
          (select count(*)::integer from sms_message where state <> 'waiting'
            and settled_at > now() - interval '15 minutes') as settled,
          (select count(*) filter (where state = 'failed' and provider_fault)::integer
            from (select state, provider_fault from sms_message
              where state <> 'waiting' and settled_at > now() - interval '1 day'
              order by settled_at desc limit ${alertingFailures}::integer) as newest) as last_failed,
          (select settled_at from sms_message where state <> 'waiting' and state = 'sent'
            order by settled_at desc limit 1) as sent_at,
          last.settled_at as failed_at, last.failure
        from (select 1) as one left join (select settled_at, failure from sms_message
          where state = 'failed' order by settled_at desc limit 1) as last on true`
      if (!row) return []
      const ratio = row.failed < alertingFailures ? 0 : row.failed / row.settled
      const value = row.last_failed < alertingFailures ? ratio : 1
      return [{ value, detail: lately(row.sent_at, row.failed_at, row.failure) }]
    },
  },
  {
    name: 'sms_waiting',
    group: 'messages',
    title: '最久未发出的短信',
    metric: { name: 'portal_sms_oldest_waiting_seconds', help: 'Age of the oldest short message that is not settled' },
    unit: 'seconds',
    limits: { warn: 60, bad: 180 },
    advice: '短信由任务队列发送：队列正常而短信仍等待，说明服务商应答慢或正在重试。',
    async measure({ database }) {
      const row = await database.row(oldestSms)`
        select extract(epoch from now() - min(created_at))::double precision as age
        from sms_message where state = 'waiting'`
      return [{ value: row?.age ?? 0 }]
    },
  },
  {
    name: 'gateway_failures',
    group: 'messages',
    title: '支付渠道连续失败',
    metric: {
      name: 'portal_gateway_failures',
      help: 'Failed requests to the gateway since its last success',
      label: 'gateway',
    },
    unit: 'count',
    limits: { warn: 2, bad: 9 },
    advice: '看最近失败的原因：网络、密钥或渠道故障。付款不会丢失，渠道恢复后自动查询；时间较长时引导客户对公转账。',
    async measure({ database, gateways }) {
      const outcomes = await readOutcomes(database, gateways.map(gatewayOutcome))
      return gateways.map(gateway => {
        const found = outcomes.find(({ name }) => name === gatewayOutcome(gateway))
        return {
          key: gateway,
          subject: gatewayNames[gateway as keyof typeof gatewayNames] ?? gateway,
          value: found?.failures ?? 0,
          detail: found ? lately(found.succeeded_at, found.failed_at, found.failure) : '还没有请求过',
        }
      })
    },
  },
  {
    name: 'pushes_failed',
    group: 'messages',
    title: '未送达的告警推送（24 小时）',
    metric: { name: 'portal_pushes_failed', help: 'Pushes of a day that did not arrive', label: 'channel' },
    unit: 'count',
    limits: { warn: 0 },
    advice: '在下面“告警推送”里看原因，改正配置后发送测试消息。',
    async measure({ database, channels }) {
      const rows = await database.rows(undelivered)`
        select channel, (count(*) filter (where failure is not null))::integer as failed,
          (array_agg(failure order by failed_at desc) filter (where failure is not null))[1] as failure
        from push_delivery join push on push.id = push_id where created_at > now() - interval '1 day' group by channel`
      return pushChannels
        .filter(name => channels[name])
        .map(name => {
          const found = rows.find(({ channel }) => channel === name)
          return { key: name, subject: pushChannelNames[name], value: found?.failed ?? 0, detail: found?.failure ?? '' }
        })
    },
  },
]
