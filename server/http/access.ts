import type { Access } from '#contract/call.ts'
import { frozenRefusal } from '../companies/freezing.ts'
import type { AccountContext, Contexts, ManagerContext, PublicContext } from './context.ts'
import { Refusal } from './envelope.ts'
import { requireSession } from './session.ts'

/** Turns a request into what its access level promises, or refuses. The payload gives the sid and nothing else. */
export const admit: { [Level in Access]: (base: PublicContext, sid: unknown) => Promise<Contexts[Level]> } = {
  public: async base => base,
  account: asAccount,
  manager: asManager,
}

async function asAccount(base: PublicContext, sid: unknown): Promise<AccountContext> {
  const { id, account, membership } = await requireSession(base.system, sid)
  return { ...base, account, session: { id }, membership }
}

async function asManager(base: PublicContext, sid: unknown): Promise<ManagerContext> {
  const context = await asAccount(base, sid)
  const { membership } = context
  if (!membership || membership.role === 'employee') throw new Refusal(-41017)
  if (membership.companyState === 'frozen') throw await frozenRefusal(base.system, membership.companyId)
  return { ...context, membership, company: base.services.companyDatabase(membership.companyId) }
}
