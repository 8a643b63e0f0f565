import { z } from 'zod'
import { id, instant, line } from '../fields.ts'
import { maxTokenDays, scopeNames } from '../scope-names.ts'
import { apiTokenFields } from './api-token-fields.ts'
import { record } from './record.ts'

const { name, networks } = apiTokenFields

/** An address or a network in CIDR notation. */
const network = z
  .string({ error: '网络须为文字' })
  .trim()
  .pipe(
    z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], {
      error: '写作地址或网段，如 203.0.113.8 或 203.0.113.0/24',
    }),
  )

const scopes = z
  .array(z.enum(scopeNames, { error: '权限不正确' }), { error: '请选择权限' })
  .min(1, '请选择权限')
  .max(scopeNames.length, '权限重复')
  .transform(chosen => scopeNames.filter(scope => chosen.includes(scope)))
const departments = z.array(id, { error: '部门不正确' }).min(1, '请选择部门').max(50, '最多50个部门').nullable()
const places = z.array(network, { error: '网络不正确' }).max(networks.most, `最多${networks.most}个地址或网段`)

export const apiTokenStates = ['active', 'expired', 'revoked', 'ended'] as const

/** A company's token for its own systems. Its secret is shown once and not stored. */
export const apiToken = record({
  token_id: { answer: id },
  name: { answer: z.string(), create: line(name.label, name.max), set: line(name.label, name.max).optional() },
  /** The last characters of the newest secret, to tell tokens apart. */
  hint: { answer: z.string() },
  scopes: {
    answer: z.array(z.enum(scopeNames)),
    create: scopes,
    set: scopes.optional(),
  },
  /** The departments, with all below them, to which the token is limited; null for the whole company. */
  dept_ids: {
    answer: z.array(id).nullable(),
    create: departments.default(null),
    set: departments.optional(),
  },
  /** The networks from which it may be used; empty for any. */
  networks: {
    answer: z.array(z.string()),
    create: places.default([]),
    set: places.optional(),
  },
  /** `ended` means that the token's creator no longer manages the company. */
  state: { answer: z.enum(apiTokenStates) },
  made_by: { answer: z.string() },
  created_at: { answer: instant },
  expires_at: { answer: instant },
  last_used_at: { answer: instant.nullable() },
  last_ip: { answer: z.string().nullable() },
  /** The end of a former secret's validity; null when only the newest secret is valid. */
  overlaps_until: { answer: instant.nullable() },
  days: {
    answer: z.int(),
    create: z.int({ error: '天数须为整数' }).min(1, '至少1天').max(maxTokenDays, `最多${maxTokenDays}天`),
  },
})
