import type { PlanKind } from '#contract/directory-names.ts'
import type { Database } from '#server/database/database.ts'
import { updateEmployee } from '#server/modules/people/employees/employees.sql.ts'
import type { LogEntry } from '#server/modules/people/people.sql.ts'
import { recordLog } from '#server/modules/people/people.ts'
import type { Decision } from './deciding.ts'

export type Note = (kind: PlanKind, name: string, detail?: string) => void

const labels = { name: '姓名', job_number: '工号', position: '职位' } as const

/** Changes only what the directory owns, for every person who stays. */
export async function changeAll(
  company: Database,
  companyId: string,
  decisions: Decision[],
  numberProblems: ReadonlyMap<string, string>,
  note: Note,
): Promise<void> {
  const log: LogEntry[] = []
  for (const { row, person, kind, changes: changed, enable } of decisions) {
    if (!person || kind !== 'keep') continue
    const isNew = row.employee_id === null
    if (isNew) note('linked', person.name, person.phone)
    const { ...changes } = changed
    if (numberProblems.has(row.external_id)) delete changes.job_number
    if (!Object.keys(changes).length && !enable) continue
    const { employee_id } = person
    await updateEmployee(company, companyId, employee_id, { ...changes, ...(enable && { state: 'active' as const }) })
    const parts = (['name', 'job_number', 'position'] as const).flatMap(field =>
      field in changes ? [`${labels[field]}：${person[field] ?? '无'} → ${changes[field] ?? '无'}`] : [],
    )
    if (parts.length) {
      log.push({ employee_id, action: 'changed', detail: parts.join('，') })
      note('changed', person.name, parts.join('，'))
    }
    if ('dept_id' in changes) {
      log.push({ employee_id, action: 'moved', detail: '随企业目录' })
      note('moved', person.name)
    }
    if (enable) {
      log.push({ employee_id, action: 'enabled', detail: '随企业目录' })
      note('enabled', person.name)
    }
  }
  if (log.length) await recordLog(company, companyId, log)
}
