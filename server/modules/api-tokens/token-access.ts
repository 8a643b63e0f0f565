import type { Call } from '#contract/call.ts'
import { type ScopeName, scopeNames, tokenRequests } from '#contract/scope-names.ts'
import { allowedAddresses, isAllowed } from '#server/core/allowed-addresses.ts'
import { orRefuse, Refusal } from '#server/core/refusal.ts'
import { hashSecret } from '#server/core/secret-hash.ts'
import type { Database } from '#server/database/database.ts'
import { countHit, secondsLeft } from '#server/database/limits.ts'
import type { ManagerContext, PublicContext, TokenIdentity } from '#server/engines/context.ts'
import { frozenRefusal } from '#server/modules/companies/freezing.ts'
import { findToken, holdToken, noteUse } from './api-tokens.sql.ts'
import { companyOfSecret } from './secrets.ts'

/** The remaining quota of the token's minute, for the headers of the answer. */
export interface Quota {
  remaining: number
  /** Seconds until the next minute begins. */
  reset: number
}

/** Returns the context for a token's handlers: the company named in its secret, with its creator's authority. */
export async function admitToken(
  base: PublicContext,
  secret: string,
  identified: (tokenId: string, quota: Quota) => void,
): Promise<ManagerContext & { token: TokenIdentity }> {
  const { system } = base
  const companyId = companyOfSecret(secret)
  const hash = hashSecret(secret)
  const token = companyId === undefined ? undefined : await findToken(system, companyId, hash)
  if (companyId === undefined || !token) throw new Refusal(-41051)
  if (token.networks.length && !isAllowed(allowedAddresses(token.networks.join()), base.caller.ip))
    throw new Refusal(-41053)
  const hits = await countHit(system, `token:${token.token_id}`, tokenRequests.seconds)
  identified(token.token_id, quotaAfter(hits))
  if (hits > tokenRequests.max) throw new Refusal(429, null, undefined, secondsLeft(tokenRequests.seconds))
  if (token.company_state === 'frozen') throw await frozenRefusal(system, companyId)
  if (token.unseen) await noteUse(system, companyId, hash, base.caller.ip)
  const { token_id: id, name, scopes, dept_ids: departments, account_id, phone, employee_id, role } = token
  const shownName = `接口令牌「${name}」`
  return {
    ...base,
    account: { id: account_id, phone },
    // A token never counts as a proof, and the company's logs show the token in place of a person.
    session: { id, familyId: id, proved: false, clientName: 'api-token', deviceKey: undefined },
    membership: {
      companyId,
      employeeId: employee_id,
      name: shownName,
      role,
      companyState: token.company_state,
      ...(departments && { departments }),
    },
    company: base.services.companyDatabase(companyId),
    token: { id, name: shownName, hash, scopes, departments },
  }
}

const quotaAfter = (hits: number): Quota => ({
  remaining: Math.max(0, tokenRequests.max - hits),
  reset: secondsLeft(tokenRequests.seconds),
})

type ScopedCall = Pick<Call, 'scope' | 'effect'>

/** Returns the scope that a call needs; undefined where no token may make it. */
export function scopeOf({ scope, effect }: ScopedCall): ScopeName | undefined {
  const name = scope && `${scope.topic}:${effect}`
  return scopeNames.find(each => each === name)
}

/** A plan only queries the effect of its act, so it needs the right to that act. */
const isPlan = (name: string) => name === 'planAccess'

/** Reports whether every token may make the call: only its own description. */
export const isForEveryToken = (name: string) => name === 'getOwnToken'

/** Refuses a call that the token has no scope for. A plan is judged once its act is known, by `requireSendable`. */
export function requireScope(token: TokenIdentity, name: string, call: ScopedCall): void {
  if (isForEveryToken(name)) return
  if (isPlan(name) && token.scopes.some(scope => scope.endsWith(':change'))) return
  const needed = scopeOf(call)
  if (!needed || !token.scopes.includes(needed)) throw new Refusal(-41052, needed ?? null)
}

/** The act of a request: itself, or the act that it plans. */
interface Act {
  name: string
  call: ScopedCall
  input: Record<string, unknown>
}

/** Refuses what the token must not send. A plan is judged as its act would be. */
export function requireSendable(token: TokenIdentity, { name, call, input }: Act, requestedCall: string): void {
  if (isPlan(requestedCall)) requireScope(token, name, call)
  const spent = call.scope?.without?.find(field => input[field] !== undefined)
  if (spent) throw new Refusal(-41003, spent, '令牌不能使用这一项')
}

/** Refuses a change whose token ended or was changed after the request was admitted. Guard: the lock, which ending it waits for. */
export async function requireHeld({
  token,
  company,
  companyId,
}: {
  token: TokenIdentity
  company: Database
  companyId: string
}) {
  const held = orRefuse(await holdToken(company, companyId, token.hash), -41051)
  // Its rights were changed meanwhile: the next request is judged by the new ones.
  if (String(held.scopes) !== String(token.scopes) || String(held.dept_ids) !== String(token.departments))
    throw new Refusal(-41052)
}
