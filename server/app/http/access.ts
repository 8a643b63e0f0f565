import type { Access } from '#contract/call.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { AccountContext, Contexts, ManagerContext, PublicContext } from '#server/engines/context.ts'
import { requireSession } from '#server/modules/accounts/session.ts'
import { frozenRefusal } from '#server/modules/companies/freezing.ts'

/** Takes the id of the account once the sid has shown it, whatever is refused afterwards. */
type Identified = (accountId: string) => void

/** Checks the access level of a request and finds what it guarantees, or refuses. The payload supplies only the sid. */
export const admit: {
  [Level in Access]: (base: PublicContext, sid: unknown, identified: Identified) => Promise<Contexts[Level]>
} = {
  public: async base => base,
  account: asAccount,
  manager: asManager,
}

async function asAccount(base: PublicContext, sid: unknown, identified: Identified): Promise<AccountContext> {
  const { account, membership, ...session } = await requireSession(base.services, sid)
  identified(account.id)
  return { ...base, account, session, membership }
}

async function asManager(base: PublicContext, sid: unknown, identified: Identified): Promise<ManagerContext> {
  const context = await asAccount(base, sid, identified)
  const { membership } = context
  if (!membership || membership.role === 'employee') throw new Refusal(-41017)
  if (membership.companyState === 'frozen') throw await frozenRefusal(base.system, membership.companyId)
  return { ...context, membership, company: base.services.companyDatabase(membership.companyId) }
}
