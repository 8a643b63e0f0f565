/** Names of the conditions for using a line. Browser and server share this file, so it must not import zod. */

/** The conditions of access, in the order in which they are reported. */
export const accessConditions = {
  account: '账号',
  employment: '在职',
  hours: '服务时长',
  verification: '实名',
  consent: '出境同意',
  device: '设备',
  device_limit: '设备上限',
  client: '客户端',
  grant: '专线授权',
  line: '专线状态',
  times: '授权时段',
  company: '企业状态',
} as const
export type AccessCondition = keyof typeof accessConditions

/** `open`: the condition cannot be judged, because no device or no line was named. */
export const conditionStates = ['met', 'failed', 'open'] as const

/** The people who can resolve a failed condition. */
export const resolvers = { manager: '企业管理员', employee: '员工本人', provider: '服务商' } as const
export type Resolver = keyof typeof resolvers
