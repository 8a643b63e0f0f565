import { maskPhone } from '#contract/rules.ts'
import { claimInvited, openAccount } from '../accounts/accounts.ts'
import { requireUncommon } from '../accounts/common-passwords.ts'
import { hashPassword } from '../accounts/passwords.ts'
import { asCompany } from '../database/as-company.ts'
import type { HandlersFor } from '../http/context.ts'
import { Refusal } from '../http/envelope.ts'
import { hitLimit } from '../http/limits.ts'
import { smsIsDown } from '../integrations/sms/queue.ts'
import { agreementInForce } from '../terms/terms.ts'
import { companyName } from './adding.sql.ts'
import { addPeople, defaultDeviceLimit } from './adding.ts'
import { findInvitation, spendInvitation } from './invitations.sql.ts'
import { hashToken, invite } from './inviting.ts'
import { actorOf, lockEmployees, recordLog } from './people.ts'

export const invitationsCalls: HandlersFor<
  'addCompanyUser' | 'inviteCompanyUser' | 'getInvitation' | 'acceptInvitation'
> = {
  async addCompanyUser({ services, system, company, membership }, input) {
    const { companyId } = membership
    const actor = await actorOf(company, membership)
    const drafts = input.employees.map(({ phone, name, job_number, dept_id, device_limit }) => ({
      phone,
      name,
      jobNumber: job_number ?? null,
      departmentId: dept_id ?? null,
      deviceLimit: device_limit ?? defaultDeviceLimit,
    }))
    const added = await system.transaction(transaction =>
      addPeople(services, transaction, { companyId, actorName: actor.name, drafts, message: input.invite }),
    )
    const results = added.map(({ draft, employeeId, problem }) => ({
      phone: draft.phone,
      employee_id: employeeId,
      problem,
    }))
    return { added: results.filter(({ employee_id }) => employee_id).length, results }
  },

  async inviteCompanyUser({ services, system, membership }, { employee_ids }) {
    const { companyId } = membership
    if (await smsIsDown(system)) throw new Refusal(-41015)
    return system.transaction(async transaction => {
      const { actor, people, name } = await asCompany(transaction, companyId, async company => ({
        actor: await actorOf(company, membership),
        people: await lockEmployees(company, companyId, employee_ids),
        name: await companyName(company, companyId),
      }))
      const waiting = people.filter(({ state }) => state === 'invited')
      const recipients = waiting.map(({ id, phone }) => ({ employeeId: id, phone }))
      const invited = await invite(services, transaction, { companyId, companyName: name }, recipients, 'again')
      if (waiting.length && !invited.length) throw new Refusal(-47021)
      await asCompany(transaction, companyId, company =>
        recordLog(
          company,
          companyId,
          actor.name,
          invited.map(({ employeeId }) => ({ employeeId, action: 'invited' })),
        ),
      )
      return { invited: invited.length, skipped: people.length - invited.length }
    })
  },

  async getInvitation({ system, caller }, { invitation }) {
    await hitLimit(system, `invitation:${caller.ip}`, { max: 60, seconds: 600 })
    const found = await findInvitation(system, hashToken(invitation))
    if (!found) throw new Refusal(-47020)
    return {
      company_name: found.company_name,
      phone: maskPhone(found.phone),
      name: found.name,
      expires_at: found.expires_at.toISOString(),
    }
  },

  async acceptInvitation(context, { invitation, password }) {
    const { system, services, caller } = context
    await hitLimit(system, `invitation:${caller.ip}`, { max: 60, seconds: 600 })
    const tokenHash = hashToken(invitation)
    const found = await findInvitation(system, tokenHash)
    if (!found) throw new Refusal(-47020)
    await requireUncommon(services.config, password, found.phone)
    const passwordHash = await hashPassword(password)
    return system.transaction(async transaction => {
      // The guard against two at once; the password is set only where none is.
      if (!(await spendInvitation(transaction, tokenHash))) throw new Refusal(-47020)
      const agreementVersion = await agreementInForce(transaction, services.config)
      const account = await claimInvited(transaction, { phone: found.phone, passwordHash, agreementVersion })
      if (!account) throw new Refusal(-47020)
      return openAccount(context, transaction, account.id)
    })
  },
}
