/** Names and limits of companies, accounts, people and hours. Browser and server share this file, so it must not import zod. */

export const companyStates = ['trial', 'active', 'frozen'] as const
/** The message for a frozen company's managers. */
export const frozenText = (reason: string) =>
  reason ? `企业已被冻结：${reason}。请联系客服` : '企业已被冻结，请联系客服'

/** `deleted` means that its holder had it erased and nothing personal is left (docs/decisions/0008-erasure.md). */
export const accountStates = ['active', 'disabled', 'deleted'] as const
export type AccountState = (typeof accountStates)[number]

export const verificationKinds = ['company', 'person'] as const
export const verificationStates = ['under_review', 'approved', 'rejected'] as const

export const employeeRoles = ['owner', 'manager', 'employee'] as const
/** Only active and disabled people belong to the company; the others have declined, or have not agreed yet. */
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
/** Reports whether a person has agreed to belong to the company. */
export const hasJoined = ({ state }: { state: EmployeeState }): boolean => state === 'active' || state === 'disabled'

export const verifications = ['own', 'company', 'none'] as const
/**
 * Returns how a person is verified: by their own account, or otherwise through the company once they have joined it, unless the
 * provider requires everyone's own verification.
 */
export const verificationOf = (
  person: { state: EmployeeState; verified: boolean },
  { ownVerification }: { ownVerification: boolean },
): (typeof verifications)[number] =>
  person.verified ? 'own' : hasJoined(person) && !ownVerification ? 'company' : 'none'
export const verifiedBy = { own: '本人已通过实名认证', company: '经企业认证', none: null } as const

/** Days after which an unanswered invitation lapses. */
export const invitationDays = 14
/** Hours for which the link of an invitation, which proves the phone, is valid. */
export const invitationHours = 72
export const employeeRoleNames = { owner: '所有者', manager: '管理员', employee: '员工' } as const

/**
 * `in_service`: active, with time left; `ends_soon`: it also ends within 15 days; `ended`: had service before; `none`: never had
 * any.
 */
export const employeeServices = ['in_service', 'ends_soon', 'ended', 'none'] as const

/** The words for the entries of a person's log. */
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
/** The words for the kinds of entries. */
export const ledgerKindNames = {
  purchase: '购买',
  assignment: '分配',
  reclaim: '收回',
  gift: '赠送',
  correction: '更正',
} as const

/** The most days of service that one person is given at once, and how far ahead its end may lie. */
export const maxPersonDays = 3650
/** The highest device limit of a person. */
export const maxPersonDevices = 100

/** The most levels of the tree of departments, counting the top one. */
export const departmentDepth = 5
/** The most departments of a company. Every change of the tree, and every list that names a department, reads all of them. */
export const maxDepartments = 20_000
/** The rows that pages of a list of people or devices reach. Beyond them, users filter, search or export. */
export const listedRows = 1_000
/** The same with a keyword. */
export const listedMatches = 200
/** The ledger and the activity log can be paged further than lists of people. */
export const listedEntries = 10_000
/** The most rows of one import. The quality goal is 5,000 of them within 20 seconds. */
export const importRows = 5000
/** The most rows of an export, newest first; this is already more than is useful in a sheet. */
export const exportedRows = 100_000
