/** The scopes of a company's token. Browser and server share this file, so it must not import zod. */

/** The groups of calls. A call declares its group (`scope` in contract/call.ts); without one, no token can make the call. */
export const scopeTopics = {
  company: '企业资料',
  people: '部门与员工',
  hours: '时长',
  devices: '设备',
  lines: '专线与专线组',
  orders: '订单',
  activity: '操作记录',
  directory: '企业目录（SCIM）',
} as const
export type ScopeTopic = keyof typeof scopeTopics

/** What a scope allows on its group. */
export const scopeEffects = { read: '读取', change: '更改' } as const
type ScopeEffect = keyof typeof scopeEffects

/** A test compares these with the calls of the contract. */
export const scopeNames = [
  'company:read',
  'people:read',
  'people:change',
  'hours:read',
  'hours:change',
  'devices:read',
  'devices:change',
  'lines:read',
  'lines:change',
  'orders:read',
  'orders:change',
  'activity:read',
  'directory:read',
  'directory:change',
] as const satisfies `${ScopeTopic}:${ScopeEffect}`[]
export type ScopeName = (typeof scopeNames)[number]

export function scopeLabel(scope: ScopeName): string {
  // The cast holds because every name is composed of these two.
  const [topic, effect] = scope.split(':') as [ScopeTopic, ScopeEffect]
  return `${scopeEffects[effect]}${scopeTopics[topic]}`
}

/** The longest lifetime of a token, in days. */
export const maxTokenDays = 365
/** The most tokens that a company may have at a time. */
export const maxTokens = 50
/** The most hours for which the former secret stays valid after a rotation. */
export const maxOverlapHours = 168
/** Requests of one token per minute. */
export const tokenRequests = { max: 600, seconds: 60 } as const
