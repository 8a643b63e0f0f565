import { Refusal } from '#server/core/refusal.ts'
import { auditedAs } from '#server/engines/activity/context.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import type { OperatorContext } from '#server/engines/operator-context.ts'
import { provePassword } from '#server/modules/accounts/prove-password.ts'
import { forgetFailures, refuseAttempt, requireAttempt, trustedAttempt } from '#server/modules/accounts/throttle.ts'
import { findOperator, type OperatorRow, operatorNamed, useStep } from './operators.sql.ts'
import { useRecoveryCode } from './recovery-codes.ts'
import { openTotp, stepOf } from './totp.ts'

/**
 * Requires the operators' own password again for what the thief of an open page must not do. Attempts count by session, because
 * strangers who know the name must not hold them back. Returns the operator whose password it was.
 */
export async function requirePassword(context: OperatorContext, password: string): Promise<OperatorRow> {
  const { services, system, operator, session } = context
  const { credentials, attempt } = await provePassword(context, password, -41012, async () => ({
    credentials: await operatorNamed(system, operator.name),
    attempt: trustedAttempt(`operator:${operator.id}`, `session:${session.id}`),
  }))
  await forgetFailures(services.counting, attempt)
  return credentials
}

/** Reports whether it is an unused code of the operator's authenticator, or a recovery code, and uses it up. */
export async function proves(
  { system, services: { config } }: Pick<OperatorContext, 'system' | 'services'>,
  { id, name, totp_sealed }: Pick<OperatorRow, 'id' | 'name' | 'totp_sealed'>,
  proof: string,
): Promise<boolean> {
  if (!totp_sealed) return false
  if (!/^\d{6}$/.test(proof)) {
    if (!(await useRecoveryCode(system, id, proof))) return false
    const target = `operator:${id}`
    // At a login nobody has a session yet, but this code proves who it is.
    await auditedAs(target, () => recordAudit(system, { action: 'operator.recovery_code_used', target }))
    return true
  }
  // The secret was emptied when its key was lost.
  if (!totp_sealed.length) return false
  const step = stepOf(config, name, openTotp(config, id, totp_sealed), proof)
  return step !== undefined && (await useStep(system, id, step))
}

/** An operator with an authenticator must prove it before another one replaces it. */
export async function requireCurrentTotp(context: OperatorContext, proof: string | undefined): Promise<void> {
  const { services, system, operator, session } = context
  const current = await findOperator(system, operator.id)
  if (!current?.totp_sealed) return
  if (!proof) throw new Refusal(-53001)
  // Counted separately from the password, whose count each right password clears.
  const attempt = trustedAttempt(`operator:${operator.id}`, `session:${session.id}:totp`)
  await requireAttempt(services.counting, attempt)
  if (!(await proves(context, current, proof))) await refuseAttempt(services.counting, attempt, -53002)
  await forgetFailures(services.counting, attempt)
}
