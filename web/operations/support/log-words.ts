import { activityNames } from '#contract/activity-names.ts'
import { deviceLogNames } from '#contract/device-names.ts'
import { lineActions } from '#contract/line-names.ts'
import { auditActionNames } from '#contract/operations/audit-names.ts'
import type { CompanyLogSource } from '#contract/operations/companies-names.ts'
import { employeeActions } from '#contract/people.ts'
import { purposeWord } from './purposes.ts'

const bySource: Record<CompanyLogSource, Record<string, string>> = {
  audit: auditActionNames,
  people: employeeActions,
  devices: deviceLogNames,
  lines: lineActions,
  groups: lineActions,
  trade: activityNames,
  tickets: { 'ticket.message': '工单往来', 'ticket.note': '工单内部备注', 'ticket.event': '工单经手' },
  notes: { 'note.written': '备注' },
  messages: {},
}

/** The label of an action; an action without one shows as stored. */
export const actionWord = (source: CompanyLogSource, action: string): string =>
  source === 'messages' ? `短信：${purposeWord(action.slice('message.'.length))}` : (bySource[source][action] ?? action)
