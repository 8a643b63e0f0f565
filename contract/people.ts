/** What companies' people and hours are called, and how much of them there may be. No zod here: browser and server share it. */

export const employeeRoles = ['owner', 'manager', 'employee'] as const
export const employeeStates = ['invited', 'active', 'disabled'] as const
export const employeeStateNames = { invited: '待接受邀请', active: '在职', disabled: '已停用' } as const
export const employeeRoleNames = { owner: '所有者', manager: '管理员', employee: '员工' } as const

/** in_service: has time left; ends_soon: within 15 days; ended: had some; none: never had any. */
export const employeeServices = ['in_service', 'ends_soon', 'ended', 'none'] as const

/** What an entry of the log tells of, as a person reads it. */
export const employeeActions = {
  added: '添加员工',
  joined: '接受邀请',
  changed: '修改资料',
  moved: '调整部门',
  role: '变更角色',
  disabled: '停用账号',
  enabled: '恢复账号',
  invited: '重发邀请',
  assigned: '分配时长',
  reclaimed: '收回时长',
  handed_over: '离职交接',
  removed: '移除员工',
} as const
export type EmployeeAction = keyof typeof employeeActions

export const ledgerKinds = ['purchase', 'assignment', 'reclaim', 'gift', 'correction'] as const
/** As a person reads them. */
export const ledgerKindNames = {
  purchase: '购买',
  assignment: '分配',
  reclaim: '收回',
  gift: '赠送',
  correction: '更正',
} as const

/** Levels of the departments' tree, the first included. */
export const departmentDepth = 5
/** A list of people or devices pages through this many rows: whoever finds more filters, searches or exports. */
export const listedRows = 1_000
/** With a keyword, through this many. */
export const listedMatches = 200
/** The ledger has no export, so it pages further. */
export const listedEntries = 10_000
/** Rows of one import; quality: 5,000 of them within 20 seconds. */
export const importRows = 5000
/** An export has the newest of them: more than a sheet is of use with. */
export const exportedRows = 100_000
