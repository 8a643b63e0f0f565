import { z } from 'zod'
import type { Access, Call } from '#contract/call.ts'
import { codes } from '#contract/codes.ts'
import { contract } from '#contract/index.ts'
import { instanceId } from '#contract/rules.ts'

const accessNames: Record<Access, string> = { public: '公开', account: '需要登录', manager: '企业管理员' }

type JsonSchema = Record<string, unknown>
const toSchema = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'openapi-3.0' })

/** Every call has these fields beside its own. */
function requestBody(call: Call): JsonSchema {
  const shared: JsonSchema = { instance_id: { type: 'integer', enum: [instanceId] } }
  const required = call.access === 'public' ? [] : ['sid']
  if (call.access !== 'public') shared.sid = { type: 'string' }
  if (call.multipart) shared.file = { type: 'string', format: 'binary' }
  const own = toSchema(call.input, 'input')
  const extend = (schema: JsonSchema): JsonSchema => ({
    ...schema,
    properties: { ...shared, ...(schema.properties as JsonSchema | undefined) },
    required: [...required, ...((schema.required as string[] | undefined) ?? [])],
  })
  const variants = (own.oneOf ?? own.anyOf) as JsonSchema[] | undefined
  return variants ? { oneOf: variants.map(extend) } : extend(own)
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description: '同一次提交的每次尝试用同一个键：重复的请求得到第一次的应答，不会再执行一次。',
  schema: { type: 'string', pattern: '^[\\w-]{8,64}$' },
}

function toOperation(name: string, call: Call) {
  const answered = [
    200,
    -41003,
    ...(call.access === 'public' ? [] : [-41004, -41016]),
    ...(call.effect === 'change' ? [-41020, -41021] : []),
    ...(call.proof === 'fresh' ? [-41022] : []),
    ...(call.codes ?? []),
  ] as const
  const listed = answered.map(code => `${code} ${codes[code as keyof typeof codes]}`)
  return {
    operationId: name,
    summary: call.about,
    tags: [accessNames[call.access]],
    description: `应答码：${listed.join('；')}`,
    ...(call.effect === 'change' && { parameters: [idempotencyKey] }),
    requestBody: {
      required: true,
      content: { [call.multipart ? 'multipart/form-data' : 'application/json']: { schema: requestBody(call) } },
    },
    responses: {
      200: {
        description: '应答；code 为 200 时 data 如下，否则 data 为 null 或补充说明',
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['code', 'msg', 'data'],
              properties: {
                code: { type: 'integer', enum: answered },
                msg: { type: 'string' },
                data: toSchema(call.output, 'output'),
              },
            },
          },
        },
      },
    },
  }
}

/** Generates the API document from the contract. */
export function openApi(brand: string) {
  const paths = Object.entries(contract as Record<string, Call>).map(([name, call]) => [
    call.path,
    { post: toOperation(name, call) },
  ])
  return {
    openapi: '3.0.3',
    info: { title: `${brand} 接口`, version: '1201' },
    servers: [{ url: '/api' }],
    paths: Object.fromEntries(paths),
  }
}
