/** The groupings of a company's costs. Browser and server share this file, so it has no zod. */
export const costGroupNames = { department: '部门', employee: '人员', line: '专线' } as const
export type CostGroup = keyof typeof costGroupNames
// The cast is needed because Object.keys forgets which keys they are.
export const costGroups = Object.keys(costGroupNames) as CostGroup[]

/** A page shows so many months that are over, and looks so many ahead. */
export const costMonths = 12

/** A person or line counts as idle after this many days without use; younger ones are not judged. */
export const idleDays = 30

/** The rows that no department, person or line stands behind. */
export const unassignedCosts = {
  department: '没有人使用的专线与更正',
  employee: '没有人使用的专线与更正',
  line: '员工时长',
} as const satisfies Record<CostGroup, string>
