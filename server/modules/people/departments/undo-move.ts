import { Refusal } from '#server/core/refusal.ts'
import { refuseViolation } from '#server/database/violation.ts'
import { refuseUndo } from '#server/engines/activity/undo.ts'
import { moveBack } from '../departments.sql.ts'
import { fieldsChanging } from '../events.ts'
import { lockPeople } from '../people.sql.ts'
import { recordLog } from '../people.ts'
import { moveUndo } from '../undo.ts'

/** Returns the people who are still where the move brought them; the others have been moved again, or have left. */
moveUndo.carryOut(async (company, { membership, payload: { to, people }, changedSince }) => {
  const { companyId } = membership
  const all = people.map(({ id }) => id)
  await lockPeople(company, companyId, all, false)
  const since = await changedSince(all)
  const standing = people.filter(({ id }) => !since.has(id))
  const employeeIds = standing.map(({ id }) => id)
  await fieldsChanging.publish(company, { companyId, employeeIds, fields: ['department'] }).catch(refuseUndo)
  const moved = await moveBack(company, companyId, to, standing).catch(
    refuseViolation(() => new Refusal(-54004, '原来的部门已被删除')),
  )
  if (!moved.length) throw new Refusal(-54004, '员工已不在移入的部门')
  await recordLog(
    company,
    companyId,
    moved.map(({ employee_id, department }) => ({
      employee_id,
      action: 'moved',
      detail: `${department ?? '未分配部门'}（撤销调整）`,
    })),
  )
})
