import { paths } from '#contract/paths.ts'

interface Days {
  from: string
  to: string
}

/** Exactly the people and the lines of which the figure says how many end on these days. */
export const employeesEnding = ({ from, to }: Days) =>
  `${paths.employees}?state=active&service=in_service&ends_from=${from}&ends_to=${to}&order=service_end`
export const linesEnding = ({ from, to }: Days) => `${paths.manageLine}?ends_from=${from}&ends_to=${to}&order=ends`

/** The lists behind the company page's figures, by their filters. */
export const lists = {
  inService: `${paths.employees}?state=active&service=in_service`,
  invited: `${paths.employees}?state=invited`,
  waiting: `${paths.deviceManage}?audit_state=pending`,
  outdated: `${paths.deviceManage}?outdated=1`,
  employees: paths.employees,
  lines: `${paths.manageLine}?state=active`,
} as const
