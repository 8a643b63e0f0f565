import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'
import { refuseViolation } from '#server/database/violation.ts'
import { fieldsChanging } from './events.ts'
import { setDepartments } from './people.sql.ts'
import { lockEmployees, recordLog } from './people.ts'
import { moveUndo } from './undo.ts'

interface Move {
  companyId: string
  employeeIds: string[]
  deptId: string | null
}

/** Returns how many people were in another department before, and the activity by which they can be moved back. */
export async function moveToDepartment(
  company: Database,
  { companyId, employeeIds, deptId }: Move,
): Promise<{ moved: number; activityId: string | undefined }> {
  const people = await lockEmployees(company, companyId, employeeIds)
  const elsewhere = people.filter(person => person.dept_id !== deptId)
  const moving = elsewhere.map(({ employee_id }) => employee_id)
  await fieldsChanging.publish(company, { companyId, employeeIds: moving, fields: ['department'] })
  const moved = await setDepartments(company, companyId, moving, deptId).catch(
    // The department's foreign key failed: it was deleted, or it belongs to another company.
    refuseViolation(() => new Refusal(-46001)),
  )
  const from = elsewhere.map(({ employee_id, dept_id }) => ({ id: employee_id, from: dept_id }))
  const activityId = await recordLog(
    company,
    companyId,
    moved.map(({ employee_id, department }) => ({
      employee_id,
      action: 'moved',
      detail: department ?? '未分配部门',
    })),
    moveUndo.offer({ to: deptId, people: from }),
  )
  return { moved: moved.length, activityId }
}
