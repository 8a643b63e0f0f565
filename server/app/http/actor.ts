import { type Actor, operatorActor } from '#server/engines/activity/context.ts'
import type { AnyContext } from './handles.ts'

/** Returns who acts in an admitted request; undefined for a visitor. */
export function actorOf({
  account,
  membership,
  operator,
  token,
}: Pick<AnyContext, 'account' | 'membership' | 'operator' | 'token'>): Actor | undefined {
  if (operator) return operatorActor(operator.id)
  if (!account) return undefined
  // The back office deals with people, so its log names the token's maker, whose account a token's call has.
  const auditName = `account:${account.id}`
  if (token) return { kind: 'token', id: token.id, name: token.name, auditName }
  return { kind: 'account', id: account.id, name: membership?.name, auditName }
}
