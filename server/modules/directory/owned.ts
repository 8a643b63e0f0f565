import { directoryFields } from '#contract/directory-names.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'
import type { OwnableField } from '#server/modules/people/events.ts'
import { findOwnDepartment, ownedOf } from './directory.sql.ts'

const inputOf: Record<OwnableField, string> = {
  name: 'name',
  job_number: 'job_number',
  position: 'position',
  department: 'dept_id',
}

/** Refuses to change what the directory owns: the next comparison would revert it. */
export async function keepOwned(
  company: Database,
  {
    companyId,
    employeeIds,
    fields,
  }: { companyId: string; employeeIds: readonly string[]; fields: readonly OwnableField[] },
): Promise<void> {
  if (!fields.length || !employeeIds.length) return
  const owns = (await ownedOf(company, companyId, employeeIds))?.owns ?? []
  const field = fields.find(each => owns.includes(each))
  if (field) throw new Refusal(-41003, inputOf[field], `${directoryFields[field]}由企业目录管理，请在目录里修改`)
}

export async function keepDepartment(
  company: Database,
  { companyId, departmentId }: { companyId: string; departmentId: string },
): Promise<void> {
  if (await findOwnDepartment(company, companyId, departmentId))
    throw new Refusal(-41003, 'dept_id', '该部门由企业目录管理，请在目录里修改')
}
