import { z } from 'zod'
import { call } from './call.ts'
import { id, listOf, requestKey } from './fields.ts'
import { apiToken } from './records/api-token.ts'
import { maxOverlapHours } from './scope-names.ts'

export const getApiTokenList = call({
  path: '/v1/company/getApiTokenList',
  effect: 'read',
  access: 'manager',
  about: '企业的接口令牌，最新的在前；失效的保留一年。密钥只在创建与轮换时显示一次。',
  output: listOf(apiToken.schema.omit({ days: true })),
})

export const getOwnToken = call({
  path: '/v1/company/getOwnToken',
  effect: 'read',
  access: 'manager',
  about: '令牌自己：名称、权限、部门与到期时间。任何令牌都可以调用，登录的人不能。',
  output: apiToken.schema.pick({ token_id: true, name: true, scopes: true, dept_ids: true, expires_at: true }),
  codes: [-41051],
})

/** Only the hash of a secret is kept, so a repeated request learns that the token exists but not its secret. */
const secret = z.string().nullable()

export const createApiToken = call({
  path: '/v1/company/createApiToken',
  effect: 'change',
  proof: 'fresh',
  // The idempotency key is kept with the secret's own row, because a stored answer would hold the secret.
  idempotency: 'own',
  activity: 'token.created',
  access: 'manager',
  about:
    '创建接口令牌：权限、可选的部门与网络、有效天数（至多一年）。应答里的密钥只此一次；重复提交时为 null。创建者不再是管理员时，令牌随即失效。',
  input: z.strictObject({ ...apiToken.input('create'), request_key: requestKey }),
  output: z.object({ token_id: id, secret }),
  codes: [-41017, -41020, -41055, -46001],
})

export const setApiToken = call({
  path: '/v1/company/setApiToken',
  effect: 'change',
  proof: 'fresh',
  activity: 'token.changed',
  access: 'manager',
  about: '修改接口令牌的名称、权限、部门与网络，只改动带上的项；应答之后的每次调用都按新的判断。密钥与到期时间不变。',
  input: z.strictObject({ token_id: id, ...apiToken.edit('set') }),
  success: '令牌已修改',
  codes: [-41056, -46001, -53022],
})

export const rotateApiToken = call({
  path: '/v1/company/rotateApiToken',
  effect: 'change',
  proof: 'fresh',
  idempotency: 'own',
  activity: 'token.rotated',
  access: 'manager',
  about: '给令牌换一个密钥；原来的在 overlap_hours 小时之内仍然可用，0 为立即失效。到期时间不变。',
  input: z.strictObject({
    token_id: id,
    overlap_hours: z
      .int({ error: '小时数须为整数' })
      .min(0, '至少0小时')
      .max(maxOverlapHours, `最多${maxOverlapHours}小时`),
    request_key: requestKey,
  }),
  output: z.object({ token_id: id, secret }),
  codes: [-41020, -41056],
})

export const revokeApiToken = call({
  path: '/v1/company/revokeApiToken',
  effect: 'change',
  activity: 'token.revoked',
  access: 'manager',
  about: '撤销接口令牌：应答之后，它在任何副本上都不能再做任何事。',
  input: z.strictObject({ token_id: id }),
  success: '令牌已撤销',
  codes: [-41056],
})
