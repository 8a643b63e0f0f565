/**
 * Names of a device's states and platforms, for pages and sheets alike. Pages import this at run time, so it must not import zod.
 */
export const auditStates = ['pending', 'approved', 'rejected'] as const
export const auditStateNames = { pending: '待审核', approved: '已通过', rejected: '已驳回' } as const
export const authStates = ['authorized', 'suspended'] as const
export const authStateNames = { authorized: '已授权', suspended: '已暂停' } as const
export const platforms = ['windows', 'mac', 'android', 'ios'] as const
export const platformNames = { windows: 'Windows', mac: 'macOS', android: 'Android', ios: 'iOS' } as const
export const deviceActions = ['audit', 'authorization'] as const
/** The acts that require a code by message; `company` stands for the company's own sensitive acts on people. */
export const adminActions = [...deviceActions, 'company'] as const

/** The events of a device's log. `seen` is its first report of a day, `logged_in` a login of its client. */
export const deviceEvents = [
  'registered',
  'seen',
  'logged_in',
  'changed',
  'approved',
  'rejected',
  'audit_undone',
  'authorized',
  'suspended',
  'handed_over',
  'removed',
] as const

export const disputeStates = ['open', 'handed_over', 'rejected', 'lapsed'] as const
export type DisputeState = (typeof disputeStates)[number]
/** Days after a rejection during which the same claim is not taken up again. */
export const disputeRestDays = 30

/** Names of the entries that a device's log can hold. */
export const deviceLogNames: Record<(typeof deviceEvents)[number], string> = {
  registered: '登记设备',
  seen: '当天第一次在线',
  logged_in: '登录客户端',
  changed: '设备信息变化',
  approved: '审核通过',
  rejected: '审核驳回',
  audit_undone: '撤销审核',
  authorized: '恢复授权',
  suspended: '暂停授权',
  removed: '移除设备',
  handed_over: '移交给争议的另一方',
}
