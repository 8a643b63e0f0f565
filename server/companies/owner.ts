import { randomUUID } from 'node:crypto'
import { employeeRoleNames } from '#contract/people.ts'
import { violatedConstraint } from '../database/as-company.ts'
import { setRole } from '../employees/employees.sql.ts'
import { lockPeople } from '../employees/people.sql.ts'
import { recordLog } from '../employees/people.ts'
import { Refusal } from '../http/envelope.ts'
import { notify } from '../notices/notices.ts'
import { recordAudit } from '../operations/audit.ts'
import type { Services } from '../services.ts'
import { lockCompany } from './operations.sql.ts'

interface Change {
  companyId: string
  employeeId: string
  reason: string
  actor: string
}

/**
 * The owner has left: another member takes the place, and the one before is an ordinary employee. Of two changes at once the
 * second waits for the company before it looks who owns it; a manager's transfer in the same moment locks the people alone,
 * and whoever comes second is told.
 */
export function changeOwner(
  services: Pick<Services, 'config' | 'system' | 'jobs'>,
  { companyId, employeeId, reason, actor }: Change,
): Promise<void> {
  return services.system.transaction(async transaction => {
    if (!(await lockCompany(transaction, companyId))) throw new Refusal(-53021)
    const people = await lockPeople(transaction, companyId, [employeeId], true)
    const owner = people.find(({ role }) => role === 'owner')
    const next = people.find(({ id }) => id === employeeId)
    if (!next || next === owner || next.state !== 'active') throw new Refusal(-53302)
    if (owner) await setRole(transaction, companyId, owner.id, 'employee')
    await setRole(transaction, companyId, next.id, 'owner').catch((error: unknown) => {
      throw violatedConstraint(error) ? new Refusal(-53301) : error
    })
    await recordLog(transaction, companyId, '平台', [
      ...(owner ? [{ employeeId: owner.id, action: 'role' as const, detail: employeeRoleNames.employee }] : []),
      { employeeId: next.id, action: 'role', detail: employeeRoleNames.owner },
    ])
    await notify(transaction, services, {
      to: { accountIds: [next.account_id, ...(owner ? [owner.account_id] : [])] },
      kind: 'company_state',
      subject: `owner:${companyId}:${randomUUID()}`,
      title: '企业所有者已更换',
      text: `企业的所有者已更换为${next.name}。如有疑问请联系客服。`,
      link: '',
    })
    await recordAudit(transaction, {
      actor,
      action: 'company.owner_changed',
      target: `company:${companyId}`,
      before: { employee_id: owner?.id ?? null, name: owner?.name ?? null },
      after: { employee_id: next.id, name: next.name, reason },
    })
  })
}
