import { activityNames } from '#contract/activity-names.ts'
import { webhookDisableAfterDays } from '#contract/webhook-names.ts'

const text = { type: 'string' }
const orNull = { type: 'string', nullable: true }
const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: text,
})
const object = (properties: Record<string, object>) => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
})

/** The requests that the portal sends to a company's webhook; OpenAPI 3.0 has no section for them. */
export const webhookDocument = {
  event: {
    post: {
      summary: '企业里发生的事，送到登记的地址',
      description: `按次序、至少送一次，请按 webhook-id 去重。十秒之内答复 2xx 才算收下，不跟随跳转；答复 410 即停用。没有收下的等 5 秒再试，每次加倍，最多 6 小时，连续 ${webhookDisableAfterDays} 天没有送达即停用并通知管理员，其后的事按次序等待。签名：HMAC-SHA256，密钥是 whsec_ 之后的 base64，对象是 webhook-id、webhook-timestamp、正文以“.”相连；轮换期间有几个签名，以空格相隔，任一个对就算对。时间戳相差五分钟以上的请拒绝。`,
      parameters: [
        header('webhook-id', 'msg_ 开头的编号，重试与重发时不变'),
        header('webhook-timestamp', '这一次送出的时刻，1970 年以来的秒数'),
        header('webhook-signature', 'v1, 加 base64 的签名；几个时以空格相隔'),
      ],
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: object({
              type: { type: 'string', enum: Object.keys(activityNames) },
              timestamp: { type: 'string', format: 'date-time' },
              data: object({
                activity_id: text,
                company_id: text,
                actor: object({ kind: text, name: text }),
                subject: object({ kind: text, id: orNull, name: text }),
                detail: text,
                part_of: orNull,
              }),
            }),
          },
        },
      },
      responses: { '2XX': { description: '收下了' }, 410: { description: '不再接收：停用这个 Webhook' } },
    },
  },
}
