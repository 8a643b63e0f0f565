import { Refusal } from '#server/core/refusal.ts'
import { dayInChina } from '#server/core/service-time.ts'
import { lockEmployees, recordLog } from '../people.ts'
import { reclaimUndo } from '../undo.ts'
import { booking, takeDays } from './bookings.ts'
import { insertEntries, keepAgain, takeBackEnds } from './hours.sql.ts'

/**
 * Returns to everybody what was taken from them. It is refused when the balance has been spent on others since, when the service of
 * one of them has changed its end, and when an invitation was answered.
 */
reclaimUndo.carryOut(async (company, { membership, payload: { people, reserved }, changedSince }) => {
  const { companyId } = membership
  const ids = [...new Set([...people, ...reserved].map(({ id }) => id))]
  const locked = await lockEmployees(company, companyId, ids)
  const nameOf = new Map(locked.map(({ employee_id, name }) => [employee_id, name]))
  const days = [...people, ...reserved].reduce((sum, each) => sum + each.days, 0)
  const balance = await takeDays(company, companyId, days).catch((error: unknown) => {
    throw error instanceof Refusal ? new Refusal(-54004, '收回的时长已分配给别人') : error
  })
  // Restores the former end, where the end is still the one that the act left.
  const ends = people.map(({ id, before, after }) => ({ id, before, after }))
  const restored = [
    ...(ends.length ? await takeBackEnds(company, companyId, ends) : []),
    ...(reserved.length ? await keepAgain(company, companyId, reserved) : []),
  ]
  const since = await changedSince(ids)
  if (since.size || restored.length !== people.length + reserved.length) {
    const done = new Set(restored.map(({ employee_id }) => employee_id))
    const changed = ids.find(id => since.has(id) || !done.has(id)) ?? ids[0] ?? ''
    throw new Refusal(-54004, `${nameOf.get(changed)}的时长此后又有变动`)
  }
  const named = (id: string) => ({ employee_id: id, name: nameOf.get(id) ?? '' })
  await insertEntries(
    company,
    companyId,
    { kind: 'assignment', balance_after: balance, note: '撤销收回' },
    [...people, ...reserved].map(each => booking(named(each.id), -each.days)),
  )
  await recordLog(company, companyId, [
    ...people.map(({ id, days, before }) => ({
      ...named(id),
      action: 'assigned' as const,
      detail: `${days} 天，至 ${dayInChina(before)}（撤销收回）`,
    })),
    ...reserved.map(({ id, days }) => ({
      ...named(id),
      action: 'assigned' as const,
      detail: `预留 ${days} 天（撤销收回）`,
    })),
  ])
})
