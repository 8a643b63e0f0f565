/** What lines and the right to use them are called. No zod here: browser and server share it. */

/** As shown: expiring and expired are matters of time. */
export const lineStates = ['unbound', 'active', 'expiring', 'expired', 'suspended', 'released'] as const
export type LineState = (typeof lineStates)[number]
export const lineStateNames = {
  unbound: '待绑定',
  active: '使用中',
  expiring: '即将到期',
  expired: '已到期',
  suspended: '已暂停',
  released: '已释放',
} as const satisfies Record<LineState, string>

/** Days before its end from which a line is expiring. */
export const lineExpiringDays = 7
/** Days after its end for which a line keeps its address and can be renewed. */
export const lineGraceDays = 3
/** Days after which an address that was somebody's can be somebody else's. */
export const addressCoolingDays = 7
/** How often a line may change its address in a calendar month in China. */
export const rebindsPerMonth = 3
/** Days before its end at which auto-renewal places an order, and for how many days. */
export const autoRenewLeadDays = 7
export const autoRenewDays = 30
/** A company's groups are shown on one page. */
export const lineGroups = 200
export const lineGroupLines = 2000
/** A list pages through this many lines and counts no further: as many as a group can be given. */
export const listedLines = 2_000
export const lineGroupMembers = 1000

export const lineActions = {
  bought: '购买',
  bound: '绑定地址',
  rebound: '更换地址',
  /** By the provider. */
  moved: '平台更换地址',
  extended: '平台延期',
  unbound: '解绑地址',
  renewed: '续费',
  renamed: '重命名',
  remarked: '修改备注',
  auto_renew: '自动续费',
  suspended: '暂停',
  resumed: '恢复',
  released: '释放',
  /** Of a group that the line was in then. */
  permission: '权限变更',
} as const
export type LineAction = keyof typeof lineActions
