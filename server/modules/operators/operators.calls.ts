import { orRefuse, Refusal } from '#server/core/refusal.ts'
import { withChanges } from '#server/core/with-changes.ts'
import { listAndTotal, pageOf } from '#server/database/listed.ts'
import { requireConfirmed } from '#server/engines/approvals/confirmed.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import { editedInAudit } from '#server/engines/audit/last-saved.ts'
import type { SomeOperations } from '#server/engines/operator-context.ts'
import { requireSeen } from '#server/engines/seen.ts'
import { requireUncommon } from '#server/modules/accounts/common-passwords.ts'
import { attemptOf } from '#server/modules/accounts/device-tokens.ts'
import { hashPassword } from '#server/modules/accounts/passwords.ts'
import { provePassword } from '#server/modules/accounts/prove-password.ts'
import { forgetAllFailures, forgetFailures, refuseAttempt, requireAttempt } from '#server/modules/accounts/throttle.ts'
import { withDevice } from '#server/modules/accounts/user-agent.ts'
import { completeOperatorLogin, selfOf } from './complete-login.ts'
import { newOperatorPassword } from './given-password.ts'
import {
  bindPendingTotp,
  changePassword,
  countOperators,
  findPendingTotp,
  giveOperatorPassword,
  insertOperator,
  type OperatorRow,
  operatorList,
  operatorNamed,
  removeTotp,
  setPendingTotp,
  setState,
  updateOperator,
} from './operators.sql.ts'
import { requireOther } from './other-operator.ts'
import { proves, requireCurrentTotp, requirePassword } from './prove.ts'
import { renewRecoveryCodes } from './recovery-codes.ts'
import { releaseWork } from './release-work.ts'
import {
  endOperatorSession,
  endOperatorSessions,
  endOwnOperatorSession,
  liveOperatorSessions,
  lockOperatorSession,
  noteOperatorProof,
} from './session.ts'
import { newTotp, openTotp, sealTotp, stepOf } from './totp.ts'

const auditedProfile = ({ display_name, roles }: Pick<OperatorRow, 'display_name' | 'roles'>) => ({
  display_name,
  roles,
})

export const operatorsCalls = {
  async logIn(context, { name, password, totp }) {
    const { system, services } = context
    const { credentials: found, attempt } = await provePassword(context, password, -41001, async () => {
      const existing = await operatorNamed(system, name)
      return {
        credentials: existing,
        attempt: attemptOf(context, `operator:${name}`, existing && `operator:${existing.id}`),
      }
    })
    if (found.state !== 'active') throw new Refusal(-53004)
    return context.once(async within => {
      if (found.totp_sealed) {
        if (!totp) throw new Refusal(-53001)
        await requireAttempt(services.counting, attempt)
        if (!(await proves(within, found, totp))) return refuseAttempt(services.counting, attempt, -53002)
      }
      await forgetFailures(services.counting, attempt)
      return completeOperatorLogin(within, found)
    })
  },

  getSelf: context => selfOf(context, context.operator),

  async logOut(context) {
    const { system, operator, session } = context
    await endOperatorSession(system, session.id)
    await recordAudit(system, { action: 'operator.logged_out', target: `operator:${operator.id}` })
    context.setCookie('operator', undefined)
  },

  async beginTotp(context, { password }) {
    const { services, operator } = context
    await requirePassword(context, password)
    return context.once(async ({ system }) => {
      const begun = newTotp(services.config, operator.name)
      await setPendingTotp(system, operator.id, sealTotp(services.config, operator.id, begun.secret))
      return begun
    })
  },

  async bindTotp(context, { totp, current }) {
    const { system, services, operator, session } = context
    const { config } = services
    const pending = orRefuse(await findPendingTotp(system, operator.id), -53006)
    const step = stepOf(config, operator.name, openTotp(config, operator.id, pending.totp_pending), totp)
    if (step === undefined) throw new Refusal(-53005)
    await requireCurrentTotp(context, current)
    // Guard: without it a thief whose session a new password is ending would leave a way back in.
    if (!(await lockOperatorSession(system, session.id))) throw new Refusal(-41004)
    if (!(await bindPendingTotp(system, operator.id, pending.totp_pending, step))) throw new Refusal(-53006)
    const recovery_codes = await renewRecoveryCodes(system, operator.id)
    await endOperatorSessions(system, operator.id, session.id)
    await recordAudit(system, { action: 'operator.totp_bound', target: `operator:${operator.id}` })
    return { recovery_codes }
  },

  async changeOwnPassword(context, { old_password, password }) {
    const { services, operator, session } = context
    const proved = await requirePassword(context, old_password)
    await requireUncommon(services.config, password, operator.name)
    const hash = await hashPassword(password)
    return context.once(async ({ system }) => {
      if (!(await changePassword(system, proved, hash))) throw new Refusal(-41004)
      await endOperatorSessions(system, operator.id, session.id)
      await recordAudit(system, { action: 'operator.password_changed', target: `operator:${operator.id}` })
    })
  },

  async reauthenticateOperator(context, { password, totp }) {
    const { operator, session } = context
    const proved = await requirePassword(context, password)
    return context.once(async within => {
      await requireCurrentTotp(within, totp)
      if (!(await noteOperatorProof(within.system, session.id, proved))) throw new Refusal(-41004)
      await recordAudit(within.system, { action: 'operator.reauthenticated', target: `operator:${operator.id}` })
    })
  },

  async getOwnSessionList({ system, operator, session }) {
    const list = (await liveOperatorSessions(system, operator.id, session.id)).map(withDevice)
    return { list, total: list.length }
  },

  async endOwnSession({ system, operator }, { session_id }) {
    if (!(await endOwnOperatorSession(system, operator.id, session_id))) throw new Refusal(-53021)
    await recordAudit(system, {
      action: 'operator.session_ended',
      target: `operator:${operator.id}`,
      after: { session_id },
    })
  },

  getOperatorList: ({ system }, { keyword, page, page_size }) =>
    listAndTotal(system, database => [
      operatorList(database, keyword, pageOf({ page, page_size })),
      countOperators(database, keyword),
    ]),

  async setOperator(context, input) {
    const { system } = context
    if (input.operator_id !== undefined) {
      const { operator_id, name, seen: _, ...changes } = input
      const target = `operator:${operator_id}`
      const before = await requireOther(context, system, operator_id)
      await requireSeen(system, input, before, editedInAudit(target))
      if (name !== undefined && before.name !== name) throw new Refusal(-41003, 'name', '用户名不能修改')
      const after = withChanges(before, changes)
      if (!after.roles.every(role => before.roles.includes(role))) requireConfirmed()
      await updateOperator(system, operator_id, changes)
      await releaseWork(system, before, after)
      await recordAudit(system, {
        action: 'operator.changed',
        target,
        before: auditedProfile(before),
        after: auditedProfile(after),
      })
      return { operator_id, password: null }
    }
    const { operator_id: _, ...profile } = input
    if (await operatorNamed(system, profile.name)) throw new Refusal(-53030)
    requireConfirmed()
    const password = newOperatorPassword()
    const passwordHash = await hashPassword(password)
    const added = orRefuse(await insertOperator(system, { ...profile, passwordHash }), -53030)
    await recordAudit(system, { action: 'operator.added', target: `operator:${added.id}`, after: profile })
    return { operator_id: added.id, password }
  },

  async setOperatorState(context, { operator_id, state }) {
    const { system } = context
    const before = await requireOther(context, system, operator_id)
    if (state === 'active' && before.state !== 'active') requireConfirmed()
    await setState(system, operator_id, state)
    await releaseWork(system, before, { ...before, state })
    if (state === 'disabled') await endOperatorSessions(system, operator_id)
    await recordAudit(system, {
      action: state === 'disabled' ? 'operator.disabled' : 'operator.enabled',
      target: `operator:${operator_id}`,
      before: { state: before.state },
      after: { state },
    })
  },

  async resetOperator(context, { operator_id, totp }) {
    const { system } = context
    const password = newOperatorPassword()
    const hash = await hashPassword(password)
    const { name } = await requireOther(context, system, operator_id)
    requireConfirmed()
    await giveOperatorPassword(system, operator_id, hash)
    await forgetAllFailures(system, `operator:${name}`, `operator:${operator_id}`)
    if (totp) await removeTotp(system, operator_id)
    await endOperatorSessions(system, operator_id)
    await recordAudit(system, { action: 'operator.reset', target: `operator:${operator_id}`, after: { totp } })
    return { password }
  },
} satisfies SomeOperations
