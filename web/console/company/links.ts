import { paths } from '#contract/paths.ts'

interface Days {
  from: string
  to: string
}

/** The same people and lines that the figure counts for these days. */
export const employeesEnding = ({ from, to }: Days) =>
  `${paths.employees}?state=active&service=in_service&ends_from=${from}&ends_to=${to}&order=service_end`
export const linesEnding = ({ from, to }: Days) => `${paths.manageLine}?ends_from=${from}&ends_to=${to}&order=ends`

/** The lists behind the home page's figures, by their filters. */
export const lists = {
  inService: `${paths.employees}?state=active&service=in_service`,
  invited: `${paths.employees}?state=invited`,
  waiting: `${paths.deviceManage}?audit_state=pending`,
  outdated: `${paths.deviceManage}?outdated=1`,
  employees: paths.employees,
  lines: `${paths.manageLine}?state=active`,
} as const
