import { hasJoined } from '#contract/people.ts'
import { Refusal } from '#server/core/refusal.ts'
import { remainDays } from '#server/core/service-time.ts'
import { asCompany } from '#server/database/as-company.ts'
import type { Database } from '#server/database/database.ts'
import { carryOut } from '#server/database/rolled-back.ts'
import { loggedAs } from '#server/engines/activity/context.ts'
import type { AccountContext, SomeHandlers } from '#server/engines/context.ts'
import { usableBy } from '#server/modules/access/usable-lines.ts'
import { notifyOfLeaving } from '#server/modules/people/employees/employee-notices.ts'
import { findMembership } from '#server/modules/people/employees/joining.sql.ts'
import { findPlaces, removePeople } from '#server/modules/people/employees/leaving.ts'
import { lockEmployees } from '#server/modules/people/people.ts'

export const leavingCalls = {
  leaveCompany(context, { company_id, preview }) {
    return carryOut(context.system, preview, async transaction => {
      const { employeeId, name, ...lost } = await leave(transaction, context, company_id)
      // A short message that accompanies the notice would remain after the rollback of a preview.
      if (!preview)
        await notifyOfLeaving(transaction, context.services, company_id, {
          employeeId,
          name,
          days: lost.reclaimed_days,
        })
      return lost
    })
  },
} satisfies SomeHandlers

/** The page names the company, so that nobody leaves another one than the page shows. */
async function leave(transaction: Database, { account, caller }: AccountContext, companyId: string) {
  const membership = await findMembership(transaction, account.id)
  const place = (await findPlaces(transaction, account.id)).find(({ company_id }) => company_id === companyId)
  if (!place || membership?.company_id !== companyId) throw new Refusal(-48010)
  return asCompany(transaction, companyId, async company => {
    const people = await lockEmployees(company, companyId, [place.employee_id])
    const [person] = people
    // Checked under the lock, because the person may become the owner concurrently. A disabled person may leave, too: they could
    // join no other company.
    if (!person || !hasJoined(person)) throw new Refusal(-48010)
    if (person.role === 'owner') throw new Refusal(-41018)
    const isServed = person.state === 'active' && remainDays(person.service_ends_at) > 0
    const lines = isServed ? (await usableBy(company, companyId, person.employee_id)).length : 0
    const removal = { companyId, people, ip: caller.ip, action: 'left', detail: '', note: '员工退出' } as const
    const { reclaimedDays, devices } = await loggedAs(person.name, () => removePeople(company, removal))
    return {
      employeeId: person.employee_id,
      name: person.name,
      company_name: membership.company_name,
      devices,
      lines,
      reclaimed_days: reclaimedDays,
    }
  })
}
