import { Refusal } from '#server/core/refusal.ts'
import { actorOf, lockEmployees, recordLog } from '../people.ts'
import { assignmentUndo } from '../undo.ts'
import { changeBalance, insertEntries, takeBackEnds } from './hours.sql.ts'

const note = '撤销分配'

/**
 * Undoing takes back all the days that were given, including those that have begun. It is refused when the service of
 * one of the people has since come to end at another time.
 */
assignmentUndo.carryOut(async (company, { membership, payload: { people } }) => {
  const { companyId } = membership
  const actor = await actorOf(company, membership)
  const ids = people.map(({ id }) => id)
  const nameOf = new Map(
    (await lockEmployees(company, companyId, ids)).map(({ employee_id, name }) => [employee_id, name]),
  )
  const restored = new Set((await takeBackEnds(company, companyId, people)).map(({ employee_id }) => employee_id))
  const [changed] = ids.filter(id => !restored.has(id))
  if (changed) throw new Refusal(-54004, `${nameOf.get(changed)}的到期日此后又有变动`)
  const days = people.reduce((sum, person) => sum + person.days, 0)
  const balance = await changeBalance(company, companyId, days)
  if (balance === undefined) throw new Error('a balance can only rise when days come back')
  await insertEntries(
    company,
    companyId,
    { kind: 'reclaim', balance_after: balance, actor_name: actor.name, note },
    people.map(({ id, days }) => ({ days, employee_id: id, employee_name: nameOf.get(id) ?? null })),
  )
  await recordLog(
    company,
    companyId,
    actor.name,
    people.map(({ id, days }) => ({ employee_id: id, action: 'reclaimed', detail: `${days} 天（${note}）` })),
  )
})
