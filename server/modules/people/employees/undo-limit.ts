import { employeeFields } from '#contract/records/employee-fields.ts'
import { Refusal } from '#server/core/refusal.ts'
import { lockEmployees, recordLog } from '../people.ts'
import { limitUndo } from '../undo.ts'
import { restoreLimits } from './employees.sql.ts'

/** Undoing a raised limit stops the devices beyond it, as lowering it does; devices that it readmits were in use before. */
limitUndo.carryOut(async (company, { membership, payload: { people }, changedSince }) => {
  const { companyId } = membership
  const ids = people.map(({ id }) => id)
  await lockEmployees(company, companyId, ids).catch((error: unknown) => {
    throw error instanceof Refusal ? new Refusal(-54004, '有的员工已被移除') : error
  })
  if ((await changedSince(ids)).size || (await restoreLimits(company, companyId, people)) !== people.length)
    throw new Refusal(-54004, `${employeeFields.device_limit.label}此后又有变动`)
  const { label } = employeeFields.device_limit
  await recordLog(
    company,
    companyId,
    people.map(({ id, before, after }) => ({
      employee_id: id,
      action: 'changed',
      detail: `${label}：${after} → ${before}（撤销）`,
    })),
  )
})
