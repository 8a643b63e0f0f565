import { type Actor, type ExecutionContext, operatorActor } from '#server/engines/activity/context.ts'
import type { AnyContext } from './handles.ts'

type Admitted = Pick<AnyContext, 'caller' | 'account' | 'membership' | 'operator' | 'token'>

/** Returns what the entries of an admitted request record about it. */
export const executionOf = (context: Admitted, call: string): ExecutionContext => {
  const { caller } = context
  return { actor: actorOf(context), ip: caller.ip, requestId: caller.requestId, call }
}

function actorOf({ account, membership, operator, token }: Admitted): Actor | undefined {
  if (operator) return operatorActor(operator.id)
  if (!account) return undefined
  // The back office deals with people, so its log names the token's maker, whose account a token's call has.
  const auditName = `account:${account.id}`
  if (token) return { kind: 'token', id: token.id, name: token.name, auditName }
  return { kind: 'account', id: account.id, name: membership?.name, auditName }
}
