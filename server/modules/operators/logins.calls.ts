import { Refusal } from '#server/core/refusal.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import type { SomeOperations } from '#server/engines/operator-context.ts'
import { findOperator } from './operators.sql.ts'
import { requireOther } from './other-operator.ts'
import { countRecoveryCodes, renewRecoveryCodes } from './recovery-codes.ts'
import { endOperatorSessions, lockOperatorSession } from './session.ts'

export const operatorLoginsCalls = {
  async endOperatorLogins(context, { operator_id }) {
    const { system } = context
    await requireOther(context, system, operator_id)
    await endOperatorSessions(system, operator_id)
    await recordAudit(system, { action: 'operator.logins_ended', target: `operator:${operator_id}` })
  },

  getOwnRecoveryCodes: async ({ system, operator }) => ({ left: await countRecoveryCodes(system, operator.id) }),

  async renewOwnRecoveryCodes({ system, operator, session }) {
    // Guard: without it a thief whose session a new password is ending would leave a way back in.
    if (!(await lockOperatorSession(system, session.id))) throw new Refusal(-41004)
    if (!(await findOperator(system, operator.id))?.totp_sealed) throw new Refusal(-53003)
    const recovery_codes = await renewRecoveryCodes(system, operator.id)
    await recordAudit(system, { action: 'operator.recovery_codes_renewed', target: `operator:${operator.id}` })
    return { recovery_codes }
  },
} satisfies SomeOperations
