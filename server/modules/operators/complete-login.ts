import type { OperationOutput } from '#contract/operations/index.ts'
import { auditedAs } from '#server/engines/activity/context.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import type { PublicContext } from '#server/engines/context.ts'
import type { Operator, OperatorContext } from '#server/engines/operator-context.ts'
import { waitingFor } from '#server/engines/queues.ts'
import { rememberDevice, wasLoggedIn } from '#server/modules/accounts/device-tokens.ts'
import { mustBind } from './must-bind.ts'
import { type OperatorRow, recordOperatorLogin } from './operators.sql.ts'
import { openOperatorSession } from './session.ts'

export async function selfOf(
  { system, services }: Pick<OperatorContext, 'system' | 'services'>,
  operator: Operator,
): Promise<OperationOutput<'getSelf'>> {
  const { id: operator_id, name, display_name, roles, totp, must_change_password } = operator
  return {
    operator_id,
    name,
    display_name,
    roles,
    totp,
    must_bind: mustBind(services, operator),
    must_change_password,
    waiting: await waitingFor(system, services.queues, operator),
  }
}

/**
 * Logs in an operator, in the generation that was proved: by a password, with the code of an authenticator where there is one, or
 * by the passkey of this name.
 */
export async function completeOperatorLogin(
  context: PublicContext,
  proved: OperatorRow,
  passkey?: string,
): Promise<OperationOutput<'logIn'>> {
  const { system, caller } = context
  const target = `operator:${proved.id}` as const
  await recordOperatorLogin(system, proved.id)
  const after = passkey === undefined ? undefined : { passkey }
  // The request came from a visitor, who is this operator from now on.
  await auditedAs(target, async () => {
    await recordAudit(system, { action: 'operator.logged_in', target, after })
    if (!wasLoggedIn(context, target)) await recordAudit(system, { action: 'operator.new_terminal', target })
  })
  context.setCookie('operator', await openOperatorSession(system, proved, caller))
  rememberDevice(context, target)
  return selfOf(context, proved)
}
