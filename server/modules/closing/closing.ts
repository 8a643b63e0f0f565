import { openMatterNames, openMatters } from '#contract/operations/companies-names.ts'
import { grouped } from '#contract/prices.ts'
import { OperatorProblem } from '#server/core/problem.ts'
import { orRefuse, Refusal } from '#server/core/refusal.ts'
import { money } from '#server/core/yuan.ts'
import { asCompany } from '#server/database/as-company.ts'
import type { Database } from '#server/database/database.ts'
import { recordActivity } from '#server/engines/activity/activity.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import { notify } from '#server/engines/notices/notices.ts'
import { settleOperatorNotices } from '#server/engines/notices/operator-notices.ts'
import type { Services } from '#server/engines/services.ts'
import { forgetInvitations } from '#server/modules/people/employees/employee-notices.ts'
import { setRole } from '#server/modules/people/employees/employees.sql.ts'
import { removePeople } from '#server/modules/people/employees/leaving.ts'
import { creditService, serviceBalance } from '#server/modules/people/hours/hours.ts'
import { lockPeople } from '#server/modules/people/people.sql.ts'
import { withdrawProposalsOf } from '#server/modules/proposals/ending.ts'
import { lockOpen } from '#server/modules/proposals/proposals.sql.ts'
import { endClosingRequest } from '#server/modules/tickets/tickets.sql.ts'
import { subjectOf } from '#server/modules/tickets/tickets.ts'
import { endWaysIn, findOpen, lockClosing, markClosed, peopleOf, voidCoupons } from './closing.sql.ts'

/** Describes what of a company is still open, in terms of what has to be done about it; empty where nothing is. */
export async function describeOpen(database: Database, companyId: string): Promise<string[]> {
  const open = orRefuse(await findOpen(database, companyId), -53021)
  return openMatters
    .filter(matter => open[matter])
    .map(matter => openMatterNames[matter](matter === 'balance' ? money(open.balance) : grouped(open[matter])))
}

/** Locks a company that may be closed, and throws for one that is not frozen, is closed already, or still has open matters. */
export async function requireClosable(transaction: Database, companyId: string): Promise<{ name: string }> {
  await lockOpen(transaction, companyId)
  const company = await lockClosing(transaction, companyId)
  if (!company) throw new Refusal(-53021)
  if (company.closed) throw new Refusal(-53305)
  if (company.state !== 'frozen') throw new OperatorProblem('请先冻结企业，确认没有人再使用，再注销')
  const left = await describeOpen(transaction, companyId)
  if (left.length) throw new OperatorProblem(`还不能注销，先处理完：${left.join('、')}`)
  return company
}

/**
 * Closes a company for good: everybody is taken off its list, the owner with them, and no outside system reaches it any more. Its
 * history stays on record, and the same company may be registered again, as a new one. Returns how many people it had.
 */
export async function closeCompany(
  services: Pick<Services, 'config' | 'system' | 'jobs'>,
  { companyId, reason }: { companyId: string; reason: string },
): Promise<number> {
  const { system } = services
  const { name } = await requireClosable(system, companyId)
  await endWaysIn(system, companyId)
  const request = await endClosingRequest(system, companyId)
  if (request) await settleOperatorNotices(system, subjectOf(request.ticket_id))
  await withdrawProposalsOf(system, { companyId, reason: '企业已注销' })
  const ids = (await peopleOf(system, companyId)).map(({ id }) => id)
  const people = await lockPeople(system, companyId, ids, true)
  for (const { employee_id, role } of people)
    if (role === 'owner') await setRole(system, companyId, employee_id, 'employee')
  await asCompany(system, companyId, async company => {
    if (people.length) await removePeople(company, { companyId, people, detail: '企业注销', note: '企业注销' })
  })
  await forgetInvitations(
    system,
    companyId,
    people.map(({ account_id }) => account_id),
  )
  const days = await serviceBalance(system, companyId)
  if (days > 0) await creditService(system, { companyId, days: -days, kind: 'correction', note: '企业注销' })
  await voidCoupons(system, companyId)
  const entry = { action: 'company.closed' as const, id: companyId, name: '', detail: reason }
  await recordActivity(system, companyId, [entry])
  if (!(await markClosed(system, companyId, '企业已注销'))) throw new Error('a company that is locked has changed')
  const joined = people.filter(({ state }) => state === 'active' || state === 'disabled')
  await notify(system, services, {
    to: { accountIds: joined.map(({ account_id }) => account_id) },
    kind: 'company_state',
    subject: `closed:${companyId}`,
    title: '企业已注销',
    text: `${name}已在平台注销，您不再是它的成员。您的账号不受影响，可以加入或认证另一家企业。`,
    link: '',
  })
  await recordAudit(system, {
    action: 'company.closed',
    target: `company:${companyId}`,
    after: { reason, people: people.length },
  })
  return people.length
}
