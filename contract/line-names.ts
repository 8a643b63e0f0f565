/** Names and limits of lines and the right to use them. Browser and server share this file, so it must not import zod. */

/** The displayed states: `expiring` and `expired` are derived from the time. */
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

/** Days before its end from which a line counts as expiring. */
export const lineExpiringDays = 7
/** Days after its end during which a line keeps its address and can be renewed. */
export const lineGraceDays = 3
/** Days after which a released address may go to another company. */
export const addressCoolingDays = 7
/** The number of times a line may change its address in a calendar month in China. */
export const rebindsPerMonth = 3
/** Days before a line's end at which auto-renewal places an order, and the days that it renews. */
export const autoRenewLeadDays = 7
export const autoRenewDays = 30
/** The buyer named by an order that auto-renewal placed. */
export const autoRenewBuyer = '自动续费'
/** The most groups of a company; all are shown on one page. */
export const lineGroups = 200
export const lineGroupLines = 2000
/** The lines that pages of a list reach and its count includes; also the most lines of a group. */
export const listedLines = 2_000
export const lineGroupMembers = 1000
/** The most groups that a newly added person gets at once. */
export const maxGroupsForNewPerson = 20

export const lineActions = {
  bought: '购买',
  tried: '试用',
  bound: '绑定地址',
  rebound: '更换地址',
  /** Done by the provider. */
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
  /** A person got or lost the right to use it. */
  access: '使用权限变化',
  /** A change to a group that the line belonged to at the time. */
  permission: '权限变更',
} as const
export type LineAction = keyof typeof lineActions
