/** The words for lines and the right to use them. Browser and server share this file, so it has no zod. */

/** The states as shown: a line becomes expiring and expired as time passes. */
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

/** A line is expiring from so many days before its end. */
export const lineExpiringDays = 7
/** For so many days after its end a line keeps its address and can be renewed. */
export const lineGraceDays = 3
/** After so many days an address that was somebody's can be somebody else's. */
export const addressCoolingDays = 7
/** The number of times a line may change its address in a calendar month in China. */
export const rebindsPerMonth = 3
/** Auto-renewal places an order so many days before a line's end, and for so many days. */
export const autoRenewLeadDays = 7
export const autoRenewDays = 30
/** An order that a line placed by itself names this as its buyer. */
export const autoRenewBuyer = '自动续费'
/** A company's groups are shown on one page. */
export const lineGroups = 200
export const lineGroupLines = 2000
/** A list pages through this many lines and counts no further; a group can be given as many. */
export const listedLines = 2_000
export const lineGroupMembers = 1000
/** Somebody who is added gets at most so many groups at once. */
export const givenGroups = 20

export const lineActions = {
  bought: '购买',
  tried: '试用',
  bound: '绑定地址',
  rebound: '更换地址',
  /** The provider did this. */
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
  /** Somebody got the right to use it, or lost it. */
  access: '使用权限变化',
  /** This concerns a group that the line was in then. */
  permission: '权限变更',
} as const
export type LineAction = keyof typeof lineActions
