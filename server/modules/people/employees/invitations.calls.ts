import type { ParsedOf } from '#contract/index.ts'
import { hasJoined } from '#contract/people.ts'
import { maskPhone } from '#contract/rules.ts'
import { orRefuse, Refusal } from '#server/core/refusal.ts'
import { hashSecret } from '#server/core/secret-hash.ts'
import type { SomeHandlers, TokenIdentity } from '#server/engines/context.ts'
import { smsIsDown } from '#server/engines/messages/queue.ts'
import { claimInvitedAccount } from '#server/modules/accounts/accounts.sql.ts'
import { openAccount } from '#server/modules/accounts/accounts.ts'
import { requireUncommon } from '#server/modules/accounts/common-passwords.ts'
import { recordConsent } from '#server/modules/accounts/consents.sql.ts'
import { hashPassword } from '#server/modules/accounts/passwords.ts'
import { agreementInForce } from '#server/modules/terms/terms.ts'
import { peopleAdded } from '../events.ts'
import { reserve } from '../hours/reserving.ts'
import { lockEmployees, recordLog } from '../people.ts'
import { companyName as findCompanyName } from './adding.sql.ts'
import { addPeople, fieldOfProblem, idsOf } from './adding.ts'
import { askToJoin } from './employee-notices.ts'
import { assignRowAssets, ownWordOf } from './giving.ts'
import { findInvitation, spendInvitation } from './invitations.sql.ts'
import { sendInvitations, withInvitedPhone, withinReach } from './inviting.ts'
import { inviteAgain } from './joining.sql.ts'
import { declineCompany, joinCompany } from './joining.ts'

export const invitationsCalls = {
  async addCompanyUser({ services, system, company, membership, caller, token }, input) {
    const { companyId } = membership
    const { template_id: templateId, reserve_days: days } = input
    if (templateId && days) throw new Refusal(-41003, 'reserve_days', '套用模板时，时长以模板为准')
    if (token) requireGivable(token, input)
    // Line groups belong to the whole company.
    if (membership.departments && input.employees.some(givesGroups)) throw new Refusal(-41054)
    const added = await addPeople(services, system, {
      companyId,
      drafts: input.employees,
      message: input.invite,
      ip: caller.ip,
    })
    const employeeIds = idsOf(added)
    const own = ownWordOf(added)
    await assignRowAssets(company, { companyId, added })
    const without = employeeIds.filter(employeeId => !own.days.includes(employeeId))
    if (days) await reserve(company, { companyId, employeeIds: without, days })
    if (templateId && employeeIds.length)
      await peopleAdded.publish(company, { companyId, employeeIds, templateId, own })
    const results = added.map(({ draft, problem, ...result }) => ({
      phone: draft.phone,
      ...result,
      problem,
      problem_field: problem === null ? null : fieldOfProblem(problem),
    }))
    return { added: results.filter(({ employee_id }) => employee_id).length, results }
  },

  async inviteCompanyUser({ services, system, company, membership, caller }, { employee_ids }) {
    const { companyId } = membership
    if (await smsIsDown(system)) throw new Refusal(-41015)
    const people = await lockEmployees(company, companyId, employee_ids)
    const companyName = await findCompanyName(company, companyId)
    const waiting = people.filter(person => !hasJoined(person))
    const recipients = await withInvitedPhone(system, waiting)
    if (waiting.length && !recipients.length) throw new Refusal(-47023)
    const about = { companyId, companyName, ip: caller.ip }
    const reached = await withinReach(services, system, about, recipients, 'again')
    if (waiting.length && !reached.length) throw new Refusal(-47021)
    const ids = reached.map(({ employee_id }) => employee_id)
    await inviteAgain(company, companyId, ids)
    const entries = ids.map(employee_id => ({ employee_id, action: 'invited' as const }))
    await recordLog(company, companyId, entries)
    await askToJoin(
      system,
      services,
      about,
      reached.map(({ account_id }) => account_id),
    )
    await sendInvitations(services, system, about, reached, 'again')
    return { invited: ids.length, skipped: people.length - ids.length }
  },

  async getInvitation({ system }, { invitation }) {
    const found = orRefuse(await findInvitation(system, hashSecret(invitation)), -47020)
    const { company_id: _, account_id: __, ...shown } = found
    return { ...shown, phone: maskPhone(found.phone) }
  },

  async acceptInvitation(context, { invitation, password }) {
    const { system, services } = context
    const tokenHash = hashSecret(invitation)
    const found = orRefuse(await findInvitation(system, tokenHash), -47020)
    await requireUncommon(services.config, password, found.phone)
    const passwordHash = await hashPassword(password)
    return context.once(async within => {
      const transaction = within.system
      // Guard against concurrent acceptances; the password is set only where there is none.
      if (!(await spendInvitation(transaction, tokenHash))) throw new Refusal(-47020)
      const agreementVersion = await agreementInForce(transaction, services.config)
      const account = await claimInvitedAccount(transaction, { phone: found.phone, passwordHash, agreementVersion })
      if (!account) throw new Refusal(-47020)
      await recordConsent(transaction, account.account_id, 'terms', agreementVersion, context.caller.requestId)
      await joinCompany(transaction, account.account_id, found.company_id)
      return openAccount(within, transaction, account)
    })
  },

  async declineInvitation({ system, services }, { invitation }) {
    const tokenHash = hashSecret(invitation)
    const found = await findInvitation(system, tokenHash)
    if (!found || !(await spendInvitation(system, tokenHash))) throw new Refusal(-47020)
    await declineCompany(system, services, found.account_id, found.company_id)
  },
} satisfies SomeHandlers

const givesGroups = ({ group_ids }: ParsedOf<'addCompanyUser'>['employees'][number]) => Boolean(group_ids?.length)

/** Assigning while adding needs the scopes of assigning otherwise; line groups are closed to all tokens. */
function requireGivable({ scopes }: TokenIdentity, { employees, reserve_days }: ParsedOf<'addCompanyUser'>): void {
  if (employees.some(givesGroups)) throw new Refusal(-41052, null)
  const givesDays = reserve_days !== undefined || employees.some(({ days }) => days !== undefined)
  if (givesDays && !scopes.includes('hours:change')) throw new Refusal(-41052, 'hours:change')
}
