import { lineActions } from '#contract/line-names.ts'
import { auditActionNames } from '#contract/operations/audit-names.ts'
import type { CompanyLogSource } from '#contract/operations/companies-names.ts'
import { employeeActions } from '#contract/people.ts'

const deviceActions: Record<string, string> = {
  registered: '登记设备',
  changed: '设备信息变化',
  approved: '审核通过',
  rejected: '审核驳回',
  authorized: '恢复授权',
  suspended: '暂停授权',
  removed: '移除设备',
  handed_over: '移交给争议的另一方',
}

const bySource: Record<CompanyLogSource, Record<string, string>> = {
  audit: auditActionNames,
  people: employeeActions,
  devices: deviceActions,
  lines: lineActions,
  groups: lineActions,
}

/** The label of an action; an action without one shows as stored. */
export const actionWord = (source: CompanyLogSource, action: string): string => bySource[source][action] ?? action
