import { Refusal } from '#server/core/refusal.ts'
import { lockWithManagers, recordLog } from '../people.ts'
import { disablingUndo } from '../undo.ts'
import { enableAgain } from './employees.sql.ts'

/** Lets the person sign in again; the sessions that ended stay ended. */
disablingUndo.carryOut(async (company, { membership, payload: { employee_id }, changedSince }) => {
  const { companyId } = membership
  await lockWithManagers(company, membership, [employee_id])
  if ((await changedSince([employee_id])).size || !(await enableAgain(company, companyId, employee_id)))
    throw new Refusal(-54004, '该员工此后已被恢复、再次停用或离职交接')
  await recordLog(company, companyId, [{ employee_id, action: 'enabled', detail: '撤销停用' }])
})
