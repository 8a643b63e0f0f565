/** What pages and the server share about a company's directory, without zod. */
export const directorySources = { scim: 'SCIM 2.0' } as const

/** What the directory may say of a person. What it owns nobody else changes. */
export const directoryFields = {
  name: '姓名',
  job_number: '工号',
  position: '职位',
  department: '部门',
} as const
export type DirectoryField = keyof typeof directoryFields

export const directoryLeavers = { disable: '停用账号', remove: '移除员工' } as const
export const directorySuccessors = {
  none: '没有人',
  superior: '目录里的上级',
  person: '指定的员工',
} as const

export const planKinds = {
  added: '邀请加入',
  linked: '与现有员工对应',
  changed: '修改资料',
  moved: '调整部门',
  enabled: '恢复',
  disabled: '停用',
  removed: '移除',
  problem: '需要处理',
} as const
export type PlanKind = keyof typeof planKinds

/** So many people of a plan are named. */
export const mostPlanned = 300
/** A comparison that would send away more than these stops, and waits for a manager. */
export const mostLeaving = { people: 20, share: 0.2 } as const
