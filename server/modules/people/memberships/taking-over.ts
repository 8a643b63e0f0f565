import { asCompany } from '#server/database/as-company.ts'
import type { Database } from '#server/database/database.ts'
import { loggedAs } from '#server/engines/activity/context.ts'
import { deleteLink, repoint } from '../employees/joining.sql.ts'
import { findPlaces, removePeople } from '../employees/leaving.ts'
import { lockEmployees } from '../people.ts'

/**
 * Moves the invitations of a phone to the account that takes the phone over, where they are answered like all others. No company
 * lists a person twice: where both are listed, the lapsed invitation goes, or otherwise the phone's, with the days reserved for it.
 */
export async function takeInvitationsOver(
  transaction: Database,
  { fromId, toId }: { fromId: string; toId: string },
): Promise<void> {
  const own = await findPlaces(transaction, toId)
  for (const { company_id: companyId, employee_id } of await findPlaces(transaction, fromId))
    await asCompany(transaction, companyId, async company => {
      const ids = own.filter(place => place.company_id === companyId).map(place => place.employee_id)
      const people = await lockEmployees(company, companyId, [employee_id, ...ids])
      const listed = people.find(({ account_id }) => account_id === toId)
      const isOver = listed?.state === 'declined' || listed?.state === 'lapsed'
      const spare = listed && people.find(person => (person === listed) === isOver)
      if (spare) {
        const removal = { companyId, people: [spare], note: '撤回邀请' }
        await loggedAs(spare.name, () => removePeople(company, removal))
      }
      if (spare?.employee_id === employee_id) return
      await deleteLink(company, companyId, employee_id)
      await repoint(company, companyId, employee_id, toId)
    })
}
