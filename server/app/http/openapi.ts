import { z } from 'zod'
import type { Access, Call } from '#contract/call.ts'
import { contract } from '#contract/index.ts'
import { instanceId } from '#contract/rules.ts'
import { type ScopeName, scopeLabel, scopeNames } from '#contract/scope-names.ts'
import { isForEveryToken, scopeOf } from '#server/modules/api-tokens/token-access.ts'
import { answeredCodes, anyRequest, inWords, refusal, refusedWith, statusOf } from './answered-codes.ts'
import { webhookDocument } from './webhook-document.ts'

const accessNames: Record<Access, string> = { public: '公开', account: '需要登录', manager: '企业管理员' }

type JsonSchema = Record<string, unknown>
const toSchema = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'openapi-3.0' })

/** Calls of sessions have these fields beside their own; a token is sent in a header, so its calls have only their own. */
function requestBody(call: Call, forToken: boolean): JsonSchema {
  const shared: JsonSchema = forToken ? {} : { instance_id: { type: 'integer', enum: [instanceId] } }
  const withSid = !forToken && call.access !== 'public'
  const required = withSid ? ['sid'] : []
  if (withSid) shared.sid = { type: 'string' }
  if (call.multipart) shared.file = { type: 'string', format: 'binary' }
  const own = toSchema(call.input, 'input')
  const without = forToken ? (call.scope?.without ?? []) : []
  const extend = (schema: JsonSchema): JsonSchema => ({
    ...schema,
    properties: Object.fromEntries(
      Object.entries({ ...shared, ...(schema.properties as JsonSchema | undefined) }).filter(
        ([field]) => !without.includes(field),
      ),
    ),
    required: [...required, ...((schema.required as string[] | undefined) ?? [])],
  })
  const variants = (own.oneOf ?? own.anyOf) as JsonSchema[] | undefined
  return variants ? { oneOf: variants.map(extend) } : extend(own)
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    '同一次提交的每次尝试用同一个键：7 天之内重复的请求得到第一次的应答（多带 `Idempotency-Replayed: true`），不会再执行一次；换了内容是 -41020。',
  schema: { type: 'string', pattern: '^[\\w-]{8,64}$' },
}

function toOperation(name: string, call: Call, forToken: boolean) {
  const scope = scopeOf(call)
  const answered = [...answeredCodes(name, call, forToken)]
  const byStatus = Map.groupBy([...answered, ...anyRequest], statusOf)
  const listed = answered.map(inWords)
  return {
    operationId: name,
    summary: call.about,
    tags: [forToken && scope ? scope : accessNames[call.access]],
    description: `${scope ? `令牌权限：${scope}。` : ''}应答码：${listed.join('；')}`,
    ...(call.effect === 'change' && { parameters: [{ ...idempotencyKey, ...(forToken && { required: true }) }] }),
    requestBody: {
      required: true,
      content: {
        [call.multipart ? 'multipart/form-data' : 'application/json']: { schema: requestBody(call, forToken) },
      },
    },
    responses: {
      ...Object.fromEntries(
        [...byStatus].flatMap(([status, some]) => (status === 200 ? [] : [[status, refusedWith(some)]])),
      ),
      200: {
        description: '应答；code 为 200 时 data 如下，否则 data 为 null 或补充说明',
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['code', 'msg', 'data'],
              properties: {
                code: { type: 'integer', enum: byStatus.get(200) },
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

const forTokens = new Map<string, ReturnType<typeof toOperation>>()

/** Anybody may request the documents of all sets of scopes, so the parts that they share are generated once. */
function tokenOperation(name: string, call: Call) {
  const generated = forTokens.get(name) ?? toOperation(name, call, true)
  forTokens.set(name, generated)
  return generated
}

/** Parses `?scopes=people:read,people:change`, or `all`. Returns undefined if there is none or an unknown one. */
export function scopesFrom(text: unknown): ScopeName[] | undefined {
  if (typeof text !== 'string' || !text) return undefined
  if (text === 'all') return [...scopeNames]
  const requested = text.split(',')
  const matching = scopeNames.filter(scope => requested.includes(scope))
  return matching.length === new Set(requested).size ? matching : undefined
}

/** Generates the API document from the contract: either all calls for sessions, or those open to a token with these scopes. */
export function openApi(brand: string, scopes?: readonly ScopeName[]) {
  const open = scopes?.some(scope => scope.endsWith(':change'))
  const included = Object.entries(contract as Record<string, Call>).filter(([name, call]) => {
    const scope = scopeOf(call)
    return !scopes || isForEveryToken(name) || (name === 'planAccess' ? open : scope && scopes.includes(scope))
  })
  const paths = included.map(([name, call]) => [
    call.path,
    { post: scopes ? tokenOperation(name, call) : toOperation(name, call, false) },
  ])
  return {
    openapi: '3.0.3',
    info: { title: `${brand} 接口`, version: '1201' },
    servers: [{ url: '/api' }],
    ...(scopes && {
      tags: scopes.map(scope => ({ name: scope, description: scopeLabel(scope) })),
      security: [{ token: [] }],
    }),
    components: {
      schemas: { Refusal: refusal },
      ...(scopes && {
        securitySchemes: { token: { type: 'http', scheme: 'bearer', description: '企业的接口令牌，hyl_ 开头' } },
      }),
    },
    paths: Object.fromEntries(paths),
    ...(scopes && { 'x-webhooks': webhookDocument }),
  }
}
