import { hasJoined } from '#contract/people.ts'
import { Refusal } from '#server/core/refusal.ts'
import { lockPeople } from '../people.sql.ts'
import { importUndo } from '../undo.ts'
import { forgetInvitations } from './employee-notices.ts'
import { lockImport } from './import.sql.ts'
import { removePeople } from './leaving.ts'

/**
 * Takes everybody whom an import added off the list: the days reserved for them go back to the balance. It is refused while rows
 * are still being written, and once one of them has agreed. People who were removed before are left out.
 */
importUndo.carryOut(async (company, { membership, payload: { import_id }, system }) => {
  const { companyId } = membership
  const found = await lockImport(company, companyId, import_id)
  if (!found || found.state === 'running') throw new Refusal(-54004, '导入还在进行，请在完成后撤销')
  const people = await lockPeople(company, companyId, found.employee_ids, false)
  const joined = people.filter(hasJoined)
  if (joined.length) throw new Refusal(-54004, `已有 ${joined.length} 人同意加入`)
  if (!people.length) throw new Refusal(-54004, '没有由它添加的人')
  await removePeople(company, { companyId, people, note: '撤销导入', detail: '撤销导入' })
  await forgetInvitations(
    system,
    companyId,
    people.map(({ account_id }) => account_id),
  )
})
