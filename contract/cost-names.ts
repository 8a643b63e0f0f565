/** The groupings of a company's costs. Browser and server share this file, so it must not import zod. */

import { keysOf } from './typed-keys.ts'

export const costGroupNames = { department: '部门', employee: '人员', line: '专线' } as const
export type CostGroup = keyof typeof costGroupNames
export const costGroups = keysOf(costGroupNames)

/** The number of past months that a page shows, and of future months that it forecasts. */
export const costMonths = 12

/** Days without use after which a person or line counts as idle; newer ones are not judged. */
export const idleDays = 30

/** The rows for costs that belong to no department, person or line. */
export const unassignedCosts = {
  department: '没有人使用的专线与更正',
  employee: '没有人使用的专线与更正',
  line: '员工时长',
} as const satisfies Record<CostGroup, string>
