import { Refusal } from '#server/core/refusal.ts'
import { lockEmployees } from '../people.ts'
import { assignmentUndo } from '../undo.ts'
import { giveBack } from './bookings.ts'
import { takeBackEnds, takeBackReserved } from './hours.sql.ts'

/**
 * Takes back all the assigned days, including those that have begun, and those that are reserved for people who have yet to agree.
 * It is refused when the service of one of them has since changed its end, or when a reservation has begun or gone back.
 */
assignmentUndo.carryOut(async (company, { membership, payload: { people, reserved }, changedSince }) => {
  const { companyId } = membership
  const returned = [...people, ...reserved]
  const locked = await lockEmployees(
    company,
    companyId,
    returned.map(({ id }) => id),
  )
  const nameOf = new Map(locked.map(({ employee_id, name }) => [employee_id, name]))
  const since = await changedSince(returned.map(({ id }) => id))
  const restored = new Set(
    [
      ...(await takeBackEnds(company, companyId, people)),
      ...(await takeBackReserved(company, companyId, reserved)),
    ].map(({ employee_id }) => employee_id),
  )
  const changed = returned.find(({ id }) => since.has(id) || !restored.has(id))
  if (changed) {
    const what = 'invited_at' in changed ? '预留的时长' : '到期日'
    throw new Refusal(-54004, `${nameOf.get(changed.id)}的${what}此后又有变动`)
  }
  await giveBack(
    company,
    { companyId, note: '撤销分配' },
    returned.map(({ id, days }) => ({ person: { employee_id: id, name: nameOf.get(id) ?? '' }, days })),
  )
})
