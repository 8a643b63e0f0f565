import type { Access } from '#contract/call.ts'
import { isOpenTo } from '#contract/duty-calls.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { AccountContext, Contexts, ManagerContext, Membership, PublicContext } from '#server/engines/context.ts'
import { requireSession } from '#server/modules/accounts/session.ts'
import { frozenRefusal } from '#server/modules/companies/freezing.ts'

/** Receives the account's id once the sid has identified it, even if the request is refused later. */
type Identified = (accountId: string) => void

/** Checks a request's access level and returns the level's context, or refuses. The payload supplies only the sid. */
export const admit: {
  [Level in Access]: (
    base: PublicContext,
    sid: unknown,
    identified: Identified,
    call: string,
  ) => Promise<Contexts[Level]>
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

/** A manager, or an employee with a duty to which the call is open (contract/duty-calls.ts). */
async function asManager(
  base: PublicContext,
  sid: unknown,
  identified: Identified,
  call: string,
): Promise<ManagerContext> {
  const context = await asAccount(base, sid, identified)
  const { membership } = context
  if (!membership || (membership.role === 'employee' && !membership.duty)) throw new Refusal(-41017)
  if (membership.companyState === 'frozen') throw await frozenRefusal(base.system, membership.companyId)
  requireDuty(membership, call)
  return { ...context, membership, company: base.services.companyDatabase(membership.companyId) }
}

type Duties = Pick<Membership, 'duty' | 'departments'>

/** Reports whether a duty includes the call. */
export const isAdmitted = ({ duty, departments }: Duties, call: string): boolean =>
  !duty || isOpenTo(duty, call, departments !== undefined)

/** Throws -41024 if the duty does not include the call. */
export function requireDuty(membership: Duties, call: string): void {
  if (!isAdmitted(membership, call)) throw new Refusal(-41024)
}
