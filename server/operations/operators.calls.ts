import { requireUncommon } from '../accounts/common-passwords.ts'
import { hashing, hashPassword, verifyPassword } from '../accounts/passwords.ts'
import { forgetFailures, refuseAttempt, requireAttempt } from '../accounts/throttle.ts'
import type { Database } from '../database/database.ts'
import { Refusal } from '../http/envelope.ts'
import { recordAudit } from './audit.ts'
import type { OperationHandlersFor, Operator, OperatorContext } from './context.ts'
import { newOperatorPassword } from './given-password.ts'
import { mustBind } from './must-bind.ts'
import {
  countOperators,
  insertOperator,
  lockOperator,
  lockOwners,
  type OperatorRow,
  operatorList,
  operatorNamed,
  recordOperatorLogin,
  setOperatorPassword,
  setOperatorTotp,
  setState,
  updateOperator,
  useStep,
} from './operators.sql.ts'
import { endOperatorSession, endOperatorSessions, openOperatorSession } from './session.ts'
import { newTotp, openTotp, sealTotp, stepOf } from './totp.ts'
import { waitingFor } from './waiting.ts'

async function selfOf({ system, services }: Pick<OperatorContext, 'system' | 'services'>, operator: Operator) {
  return {
    operator_id: operator.id,
    name: operator.name,
    display_name: operator.displayName,
    roles: operator.roles,
    totp: operator.hasTotp,
    must_bind: mustBind(services, operator),
    must_change_password: operator.passwordGiven,
    waiting: await waitingFor(system, operator.roles),
  }
}

/** The own password once more, before what a thief of an open page must not do. */
async function requirePassword({ system, operator, caller }: OperatorContext, password: string): Promise<void> {
  const throttled = { account: `operator:${operator.name}`, ip: caller.ip }
  await hashing(async () => {
    await requireAttempt(system, throttled)
    const known = await operatorNamed(system, operator.name)
    if (!(await verifyPassword(known?.password_hash, password))) await refuseAttempt(system, throttled, -41012)
  })
  await forgetFailures(system, throttled.account)
}

/**
 * Another operator, whom an owner is about to change. First every owner who can log in is locked, always in the same order:
 * of two owners who disable each other at once one is no owner any more when it comes to be asked, and one is left.
 */
async function requireOther({ operator }: OperatorContext, transaction: Database, id: string) {
  if (id === operator.id) throw new Refusal(-53032)
  if (!(await lockOwners(transaction)).some(owner => owner.id === operator.id)) throw new Refusal(-41017)
  const known = await lockOperator(transaction, id)
  if (!known) throw new Refusal(-53021)
  return known
}

const shown = ({ display_name, roles }: OperatorRow) => ({ display_name, roles })

export const operatorsCalls: OperationHandlersFor<
  | 'logIn'
  | 'getSelf'
  | 'logOut'
  | 'beginTotp'
  | 'bindTotp'
  | 'changeOwnPassword'
  | 'getOperatorList'
  | 'setOperator'
  | 'setOperatorState'
  | 'resetOperator'
> = {
  async logIn(context, { name, password, totp }) {
    const { system, services, caller } = context
    const { config } = services
    const throttled = { account: `operator:${name}`, ip: caller.ip }
    const found = await hashing(async () => {
      await requireAttempt(system, throttled)
      const known = await operatorNamed(system, name)
      if (!(await verifyPassword(known?.password_hash, password)) || !known)
        return refuseAttempt(system, throttled, -41001)
      return known
    })
    if (found.state !== 'active') throw new Refusal(-53004)
    if (found.totp_sealed) {
      if (!totp) throw new Refusal(-53001)
      await requireAttempt(system, throttled)
      const step = stepOf(config, name, openTotp(config, found.id, found.totp_sealed), totp)
      if (step === undefined || !(await useStep(system, found.id, step)))
        return refuseAttempt(system, throttled, -53002)
    }
    await forgetFailures(system, throttled.account)
    const token = await system.transaction(async transaction => {
      await recordOperatorLogin(transaction, found.id)
      const actor = `operator:${found.id}`
      await recordAudit(transaction, { actor, action: 'operator.logged_in', target: actor, ip: caller.ip })
      return openOperatorSession(transaction, found.id, caller)
    })
    context.setCookie(token)
    const { id, display_name: displayName, roles, totp_sealed, password_given: passwordGiven } = found
    return selfOf(context, { id, name, displayName, roles, hasTotp: Boolean(totp_sealed), passwordGiven })
  },

  getSelf: context => selfOf(context, context.operator),

  async logOut(context) {
    const { system, session, actor } = context
    await system.transaction(async transaction => {
      await endOperatorSession(transaction, session.id)
      await recordAudit(transaction, { actor, action: 'operator.logged_out', target: actor })
    })
    context.setCookie(undefined)
    return {}
  },

  async beginTotp(context, { password }) {
    await requirePassword(context, password)
    return newTotp(context.services.config, context.operator.name)
  },

  async bindTotp({ system, services, operator, session, actor }, { secret, totp }) {
    const { config } = services
    const step = stepOf(config, operator.name, secret, totp)
    if (step === undefined) throw new Refusal(-53005)
    await system.transaction(async transaction => {
      await setOperatorTotp(transaction, operator.id, sealTotp(config, operator.id, secret), step)
      await endOperatorSessions(transaction, operator.id, session.id)
      await recordAudit(transaction, { actor, action: 'operator.totp_bound', target: actor })
    })
    return {}
  },

  async changeOwnPassword(context, { old_password, password }) {
    const { system, services, operator, session, actor } = context
    await requirePassword(context, old_password)
    await requireUncommon(services.config, password, operator.name)
    const hash = await hashPassword(password)
    await system.transaction(async transaction => {
      await setOperatorPassword(transaction, operator.id, hash, false)
      await endOperatorSessions(transaction, operator.id, session.id)
      await recordAudit(transaction, { actor, action: 'operator.password_changed', target: actor })
    })
    return {}
  },

  async getOperatorList({ system }, { keyword, page, page_size }) {
    const [rows, total] = await Promise.all([
      operatorList(system, keyword, { limit: page_size, offset: (page - 1) * page_size }),
      countOperators(system, keyword),
    ])
    const list = rows.map(row => ({
      ...row,
      last_login_at: row.last_login_at?.toISOString() ?? null,
      created_at: row.created_at.toISOString(),
    }))
    return { list, total }
  },

  async setOperator(context, { operator_id, ...profile }) {
    const { system, actor } = context
    if (operator_id)
      return system.transaction(async transaction => {
        const before = await requireOther(context, transaction, operator_id)
        if (before.name !== profile.name) throw new Refusal(-41003, 'name', '用户名不能修改')
        await updateOperator(transaction, operator_id, profile)
        const { display_name, roles } = profile
        const target = `operator:${operator_id}`
        const after = { display_name, roles }
        await recordAudit(transaction, { actor, action: 'operator.changed', target, before: shown(before), after })
        return { operator_id, password: null }
      })
    const password = newOperatorPassword()
    const passwordHash = await hashPassword(password)
    return system.transaction(async transaction => {
      const made = await insertOperator(transaction, { ...profile, passwordHash })
      if (!made) throw new Refusal(-53030)
      await recordAudit(transaction, {
        actor,
        action: 'operator.added',
        target: `operator:${made.id}`,
        after: profile,
      })
      return { operator_id: made.id, password }
    })
  },

  async setOperatorState(context, { operator_id, state }) {
    const { system, actor } = context
    await system.transaction(async transaction => {
      const before = await requireOther(context, transaction, operator_id)
      await setState(transaction, operator_id, state)
      if (state === 'disabled') await endOperatorSessions(transaction, operator_id)
      await recordAudit(transaction, {
        actor,
        action: state === 'disabled' ? 'operator.disabled' : 'operator.enabled',
        target: `operator:${operator_id}`,
        before: { state: before.state },
        after: { state },
      })
    })
    return {}
  },

  async resetOperator(context, { operator_id, totp }) {
    const { system, actor } = context
    const password = newOperatorPassword()
    const hash = await hashPassword(password)
    await system.transaction(async transaction => {
      await requireOther(context, transaction, operator_id)
      await setOperatorPassword(transaction, operator_id, hash, true)
      if (totp) await setOperatorTotp(transaction, operator_id, null, null)
      await endOperatorSessions(transaction, operator_id)
      await recordAudit(transaction, {
        actor,
        action: 'operator.reset',
        target: `operator:${operator_id}`,
        after: { totp },
      })
    })
    return { password }
  },
}
