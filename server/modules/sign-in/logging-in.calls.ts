import { Refusal } from '#server/core/refusal.ts'
import { hashSecret } from '#server/core/secret-hash.ts'
import type { Database } from '#server/database/database.ts'
import type { SomeHandlers } from '#server/engines/context.ts'
import { KeptRefusal } from '#server/engines/kept-refusal.ts'
import { completeLogin } from '#server/modules/accounts/complete-login.ts'
import { proveKey, spendChallenge } from '#server/modules/accounts/device-keys.ts'
import { beginWay } from './begin.ts'
import { companiesOfDomain } from './sign-in.sql.ts'
import { findOwned, findProvider, insertTicket, noteTest, spendAttempt, useLink } from './ways.sql.ts'
import { askProvider, companyNamedBy, domainOf, newNamed, providerOf, shownOf, wayOf } from './ways.ts'

/** These calls need no session: the identity provider identifies the person. */
export const signInLoginCalls = {
  async findCompanySignIn({ system }, { domain }) {
    const list = await companiesOfDomain(system, domain)
    return { list, total: list.length }
  },

  async beginCompanySignIn(context, { company_id: companyId }) {
    const stored = await findProvider(context.system, companyId)
    if (stored?.state !== 'on') throw new Refusal(-59102)
    return beginWay(context, companyId, stored, 'login')
  },

  async completeCompanySignIn(context, { parameters, secret, device }) {
    const { system, services } = context
    const state = parameters.state ?? ''
    const companyId = companyNamedBy(state)
    const key = device && proveKey(services.config, state, device)
    const attempt =
      companyId &&
      (await spendAttempt(services.counting, {
        companyId,
        stateHash: hashSecret(state),
        browserHash: hashSecret(secret),
      }))
    if (!companyId || !attempt) throw new Refusal(-59111)
    const { purpose } = attempt
    const stored = await findProvider(system, companyId)
    if (!stored || (purpose === 'login' && stored.state !== 'on')) throw new Refusal(-59102)
    const provider = providerOf(services.config, companyId, stored)
    const identity = await askProvider(() => provider.complete(wayOf(services.config, state, secret), parameters))
    // The other providers vouch only for members of that company; an issuer of OpenID Connect may serve anybody.
    if (stored.kind === 'oidc') await requireOwned(system, companyId, identity.mail)
    const shown = shownOf(identity)
    const answer = { purpose, company_name: stored.company_name, shown, opened: null, ticket: null }
    return context.once(async within => {
      if (purpose === 'test') {
        if (!(await noteTest(within.system, companyId, stored))) throw new Refusal(-59111)
        return answer
      }
      const link = await useLink(within.system, companyId, identity.subject, stored)
      if (!link) {
        const ticket = newNamed(companyId)
        const ticketed = { companyId, hash: hashSecret(ticket), subject: identity.subject, shown }
        if (!(await insertTicket(within.system, ticketed, stored))) throw new Refusal(-59102)
        return { ...answer, ticket }
      }
      if (link.state !== 'active') throw new Refusal(-41009)
      const opened = await completeLogin(within, link, { deviceKey: key?.id, openedBy: companyId })
      if (opened instanceof KeptRefusal) return opened
      if (key) await spendChallenge(within.system, key)
      return { ...answer, opened }
    })
  },
} satisfies SomeHandlers

/** Refuses a person without a mail address of the company's own. */
async function requireOwned(system: Database, companyId: string, mail: string | null): Promise<void> {
  const domain = mail === null ? undefined : domainOf(mail)
  if (!domain || !(await findOwned(system, companyId, domain)))
    throw new Refusal(-59113, mail ?? '身份提供方没有说明邮箱')
}
