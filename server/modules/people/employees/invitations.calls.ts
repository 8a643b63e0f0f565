import { maskPhone } from '#contract/rules.ts'
import { Refusal } from '#server/core/refusal.ts'
import { asCompany } from '#server/database/as-company.ts'
import type { SomeHandlers } from '#server/engines/context.ts'
import { smsIsDown } from '#server/engines/messages/queue.ts'
import { claimInvited, openAccount } from '#server/modules/accounts/accounts.ts'
import { requireUncommon } from '#server/modules/accounts/common-passwords.ts'
import { hashPassword } from '#server/modules/accounts/passwords.ts'
import { agreementInForce } from '#server/modules/terms/terms.ts'
import { actorOf, lockEmployees, recordLog } from '../people.ts'
import { companyName } from './adding.sql.ts'
import { addPeople } from './adding.ts'
import { findInvitation, spendInvitation } from './invitations.sql.ts'
import { hashToken, invite } from './inviting.ts'

export const invitationsCalls = {
  async addCompanyUser({ services, system, company, membership, caller }, input) {
    const { companyId } = membership
    const actor = await actorOf(company, membership)
    const added = await system.transaction(transaction =>
      addPeople(services, transaction, {
        companyId,
        actorName: actor.name,
        drafts: input.employees,
        message: input.invite,
        ip: caller.ip,
      }),
    )
    const results = added.map(({ draft, ...result }) => ({ phone: draft.phone, ...result }))
    return { added: results.filter(({ employee_id }) => employee_id).length, results }
  },

  async inviteCompanyUser({ services, system, membership, caller }, { employee_ids }) {
    const { companyId } = membership
    if (await smsIsDown(system)) throw new Refusal(-41015)
    return system.transaction(async transaction => {
      const { actor, people, name } = await asCompany(transaction, companyId, async company => ({
        actor: await actorOf(company, membership),
        people: await lockEmployees(company, companyId, employee_ids),
        name: await companyName(company, companyId),
      }))
      const waiting = people.filter(({ state }) => state === 'invited')
      const about = { companyId, companyName: name, ip: caller.ip }
      const invited = await invite(services, transaction, about, waiting, 'reminder')
      if (waiting.length && !invited.length) throw new Refusal(-47021)
      await asCompany(transaction, companyId, company =>
        recordLog(
          company,
          companyId,
          actor.name,
          invited.map(({ employee_id }) => ({ employee_id, action: 'invited' })),
        ),
      )
      return { invited: invited.length, skipped: people.length - invited.length }
    })
  },

  async getInvitation({ system }, { invitation }) {
    const found = await findInvitation(system, hashToken(invitation))
    if (!found) throw new Refusal(-47020)
    return { ...found, phone: maskPhone(found.phone) }
  },

  async acceptInvitation(context, { invitation, password }) {
    const { system, services } = context
    const tokenHash = hashToken(invitation)
    const found = await findInvitation(system, tokenHash)
    if (!found) throw new Refusal(-47020)
    await requireUncommon(services.config, password, found.phone)
    const passwordHash = await hashPassword(password)
    return system.transaction(async transaction => {
      // This guards against two that accept at once; the password is set only where there is none.
      if (!(await spendInvitation(transaction, tokenHash))) throw new Refusal(-47020)
      const agreementVersion = await agreementInForce(transaction, services.config)
      const account = await claimInvited(transaction, { phone: found.phone, passwordHash, agreementVersion })
      if (!account) throw new Refusal(-47020)
      return openAccount(context, transaction, account)
    })
  },
} satisfies SomeHandlers
