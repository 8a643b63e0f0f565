import { randomUUID } from 'node:crypto'
import { employeeRoleNames } from '#contract/people.ts'
import { Refusal } from '#server/core/refusal.ts'
import { refuseViolation } from '#server/database/violation.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import { notify } from '#server/engines/notices/notices.ts'
import type { Services } from '#server/engines/services.ts'
import { lockCompany } from '#server/modules/companies/operations.sql.ts'
import { handOverContact } from '#server/modules/people/contact.ts'
import { setRole } from '#server/modules/people/employees/employees.sql.ts'
import { lockPeople } from '#server/modules/people/people.sql.ts'
import { recordLog } from '#server/modules/people/people.ts'

interface Change {
  companyId: string
  employeeId: string
  reason: string
}

/**
 * Another member becomes the owner in place of one who has left, and the former owner an ordinary employee. A concurrent change
 * waits for the company's lock before it reads the owner, and so does a manager's transfer, which is refused if it comes second.
 */
export async function changeOwner(
  services: Pick<Services, 'config' | 'system' | 'jobs'>,
  { companyId, employeeId, reason }: Change,
): Promise<void> {
  const { system } = services
  if (!(await lockCompany(system, companyId))) throw new Refusal(-53021)
  const people = await lockPeople(system, companyId, [employeeId], true)
  const owner = people.find(({ role }) => role === 'owner')
  const next = people.find(({ employee_id }) => employee_id === employeeId)
  // A guest's employment ends at a set time, so no guest may own the company.
  if (!next || next === owner || next.state !== 'active' || next.guest_until) throw new Refusal(-53302)
  if (owner) await setRole(system, companyId, owner.employee_id, 'employee')
  await setRole(system, companyId, next.employee_id, 'owner').catch(refuseViolation(() => new Refusal(-53301)))
  if (owner) await handOverContact(system, { companyId, employeeIds: [owner.employee_id] })
  await recordLog(system, companyId, [
    ...(owner ? [{ employee_id: owner.employee_id, action: 'role' as const, detail: employeeRoleNames.employee }] : []),
    { employee_id: next.employee_id, action: 'role', detail: employeeRoleNames.owner },
  ])
  await notify(system, services, {
    to: { accountIds: [next.account_id, ...(owner ? [owner.account_id] : [])] },
    kind: 'company_state',
    // An erasure finds the notice by the person whom it names.
    subject: `owner:${companyId}:${next.employee_id}:${randomUUID()}`,
    title: '企业所有者已更换',
    text: `企业的所有者已更换为${next.name}。如有疑问请联系客服。`,
    link: '',
  })
  await recordAudit(system, {
    action: 'company.owner_changed',
    target: `company:${companyId}`,
    before: { employee_id: owner?.employee_id ?? null, name: owner?.name ?? null },
    after: { employee_id: next.employee_id, name: next.name, reason },
  })
}
