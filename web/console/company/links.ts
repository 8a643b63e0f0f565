import { paths } from '#contract/paths.ts'

/** The lists behind the company page's figures, by their filters. */
export const employeesEnding = (isSoon: boolean) =>
  `${paths.employees}?service=${isSoon ? 'ends_soon' : 'in_service'}&order=service_end`

export const lists = {
  inService: `${paths.employees}?service=in_service`,
  invited: `${paths.employees}?state=invited`,
  waiting: `${paths.deviceManage}?audit_state=pending`,
  outdated: `${paths.deviceManage}?outdated=1`,
  devices: paths.deviceManage,
  employees: paths.employees,
  lines: paths.manageLine,
  linesByEnd: `${paths.manageLine}?order=ends`,
} as const
