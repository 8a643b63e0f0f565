/**
 * The words for companies, accounts, people and hours, and the limits on them. Browser and server share this file, so
 * it has no zod.
 */

import { visible } from './visible.ts'

export const companyStates = ['trial', 'active', 'frozen'] as const
/** What a frozen company's managers are told. */
export const frozenText = (reason: string) =>
  reason ? `企业已被冻结：${reason}。请联系客服` : '企业已被冻结，请联系客服'

/** `deleted` means that its holder had it erased and nothing personal is left (docs/decisions/0008). */
export const accountStates = ['active', 'disabled', 'deleted'] as const
export type AccountState = (typeof accountStates)[number]

export const verificationKinds = ['company', 'person'] as const
export const verificationStates = ['under_review', 'approved', 'rejected'] as const

export const employeeRoles = ['owner', 'manager', 'employee'] as const
/** Only who is active or disabled belongs to the company; the others have not agreed, or not yet. */
export const employeeStates = ['invited', 'declined', 'lapsed', 'active', 'disabled'] as const
export const employeeStateNames = {
  invited: '待本人同意',
  declined: '已谢绝',
  lapsed: '邀请已过期',
  active: '在职',
  disabled: '已停用',
} as const
export type EmployeeState = (typeof employeeStates)[number]
export const joinedStates = ['active', 'disabled'] as const satisfies EmployeeState[]
/** Reports whether somebody has agreed to belong to the company. */
export const hasJoined = ({ state }: { state: EmployeeState }): boolean => state === 'active' || state === 'disabled'

export const verifications = ['own', 'company', 'none'] as const
/**
 * Says by what somebody is verified: by the own account, or else through the company for whoever has agreed to belong to it, unless
 * the provider asks for an own verification of everybody.
 */
export const verificationOf = (
  person: { state: EmployeeState; verified: boolean },
  { ownVerification }: { ownVerification: boolean },
): (typeof verifications)[number] =>
  person.verified ? 'own' : hasJoined(person) && !ownVerification ? 'company' : 'none'
export const verifiedBy = { own: '本人已通过实名认证', company: '经企业认证', none: null } as const

/** An invitation that nobody answers lapses after so many days. */
export const invitationDays = 14
/** The link of an invitation, which proves the phone, is good for so many hours. */
export const invitationHours = 72
export const employeeRoleNames = { owner: '所有者', manager: '管理员', employee: '员工' } as const

/** in_service: active, with time left; ends_soon: and it ends within 15 days; ended: had some; none: never had any. */
export const employeeServices = ['in_service', 'ends_soon', 'ended', 'none'] as const

/** The words in which a person reads what an entry of the log reports. */
export const employeeActions = {
  added: '添加员工',
  joined: '同意加入',
  declined: '谢绝加入',
  lapsed: '邀请过期',
  changed: '修改资料',
  moved: '调整部门',
  role: '变更角色',
  disabled: '停用账号',
  enabled: '恢复账号',
  invited: '再次邀请',
  assigned: '分配时长',
  reclaimed: '收回时长',
  handed_over: '离职交接',
  removed: '移除员工',
  left: '自行退出',
  access: '使用权限变化',
} as const
export type EmployeeAction = keyof typeof employeeActions

export const ledgerKinds = ['purchase', 'assignment', 'reclaim', 'gift', 'correction'] as const
/** The words in which a person reads them. */
export const ledgerKindNames = {
  purchase: '购买',
  assignment: '分配',
  reclaim: '收回',
  gift: '赠送',
  correction: '更正',
} as const

/** The most days of service that one person is given at once, and as far ahead as a day may be named until which it lasts. */
export const mostPersonDays = 3650
/** The highest limit of devices that a person can have. */
export const mostPersonDevices = 100

/** The maximum number of levels in the tree of departments, the first included. */
export const departmentDepth = 5
/** The number of rows that a list of people or devices can be paged through. Beyond it, users filter, search or export. */
export const listedRows = 1_000
/** The same with a keyword. */
export const listedMatches = 200
/** The ledger and the activity can be paged further than lists of people. */
export const listedEntries = 10_000
/** The most rows of one import. The quality goal is 5,000 of them within 20 seconds. */
export const importRows = 5000
/** An export has the newest rows up to this number, which is already more than a sheet is useful with. */
export const exportedRows = 100_000

/** Removes what people write or copy into a phone, and the country's number; full-width digits become plain ones. */
export const plainPhone = (phone: string): string =>
  visible(phone.normalize('NFKC'))
    .replace(/[\s\u2010-\u2015\u2212-]/g, '')
    .replace(/^\+?86(?=1\d{10}$)/, '')

/** Returns the phone that somebody typed or copied as a whole, perhaps as +86 138 0000 0002. */
export function wholePhone(typed: string): string | undefined {
  const digits = plainPhone(typed)
  return /^1\d{10}$/.test(digits) ? digits : undefined
}
