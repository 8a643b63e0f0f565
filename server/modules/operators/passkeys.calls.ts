import { orRefuse, Refusal } from '#server/core/refusal.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import type { OperatorContext, SomeOperations } from '#server/engines/operator-context.ts'
import { beginAuthentication, provePasskey } from '#server/modules/accounts/passkeys/authenticating.ts'
import type { ChallengeUse } from '#server/modules/accounts/passkeys/challenges.ts'
import { deletePasskey, passkeysOf, renamePasskey } from '#server/modules/accounts/passkeys/passkeys.sql.ts'
import { beginRegistration, checkAttestation, keepPasskey } from '#server/modules/accounts/passkeys/registering.ts'
import type { Holder } from '#server/modules/accounts/throttle.ts'
import { completeOperatorLogin } from './complete-login.ts'
import { findOperator } from './operators.sql.ts'
import { endOperatorSessions, lockOperatorSession, noteOperatorProof } from './session.ts'

const login: ChallengeUse = { purpose: 'login', subject: 'operator' }

type Own = Pick<OperatorContext, 'operator' | 'session'>

const holderOf = ({ operator }: Own): Holder => `operator:${operator.id}`

/** A challenge of one session is not valid for another, even of the same operator. */
const useOf = (purpose: 'register' | 'proof', { operator, session }: Own): ChallengeUse => ({
  purpose,
  subject: `operator:${operator.id}:${session.id}`,
})

/** A passkey is something that the operator has, and it verifies the person: it counts as password and authenticator. */
export const operatorPasskeysCalls = {
  beginOperatorPasskeyLogin: context => beginAuthentication(context, login),

  async logInOperatorWithPasskey(context, { passkey }) {
    const proved = await provePasskey(context, login, passkey, ({ holder_kind }) => holder_kind === 'operator')
    if (proved.state !== 'active') throw new Refusal(-53004)
    const operator = await findOperator(context.system, proved.holder_id)
    if (!operator) throw new Error('operators are never deleted')
    return completeOperatorLogin(context, { ...operator, generation: proved.generation }, proved.name)
  },

  async getOwnPasskeyList(context) {
    const list = await passkeysOf(context.system, holderOf(context))
    return { list, total: list.length }
  },

  beginOwnPasskey(context) {
    const { name, display_name } = context.operator
    return beginRegistration(context, useOf('register', context), holderOf(context), {
      name: `${name}（运营后台）`,
      displayName: display_name,
    })
  },

  async addOwnPasskey(context, { passkey }) {
    const { system, operator, session } = context
    const added = await checkAttestation(context, useOf('register', context), passkey)
    // Guard: without it a thief whose session a new password is ending would leave a way back in.
    if (!(await lockOperatorSession(system, session.id))) throw new Refusal(-41004)
    const kept = await keepPasskey(system, holderOf(context), added)
    await endOperatorSessions(system, operator.id, session.id)
    const { passkey_id, name } = kept
    await recordAudit(system, {
      action: 'operator.passkey_added',
      target: `operator:${operator.id}`,
      after: { passkey_id, name },
    })
    return kept
  },

  async renameOwnPasskey(context, { passkey_id, name }) {
    const { system, operator } = context
    if (!(await renamePasskey(system, holderOf(context), passkey_id, name))) throw new Refusal(-41036)
    await recordAudit(system, {
      action: 'operator.passkey_renamed',
      target: `operator:${operator.id}`,
      after: { passkey_id, name },
    })
  },

  async removeOwnPasskey(context, { passkey_id }) {
    const { system, operator, session } = context
    // The operator is locked before the passkeys, as when one is added.
    if (!(await lockOperatorSession(system, session.id))) throw new Refusal(-41004)
    const removed = orRefuse(await deletePasskey(system, holderOf(context), passkey_id), -41036)
    await endOperatorSessions(system, operator.id, session.id)
    await recordAudit(system, {
      action: 'operator.passkey_removed',
      target: `operator:${operator.id}`,
      before: { passkey_id, name: removed.name },
    })
  },

  beginOwnPasskeyProof: context => beginAuthentication(context, useOf('proof', context), holderOf(context)),

  async reauthenticateOperatorWithPasskey(context, { passkey }) {
    const { system, operator, session } = context
    const { generation, name } = await provePasskey(
      context,
      useOf('proof', context),
      passkey,
      ({ holder_kind, holder_id }) => holder_kind === 'operator' && holder_id === operator.id,
    )
    if (!(await noteOperatorProof(system, session.id, { id: operator.id, generation }))) throw new Refusal(-41004)
    await recordAudit(system, {
      action: 'operator.reauthenticated',
      target: `operator:${operator.id}`,
      after: { passkey: name },
    })
  },
} satisfies SomeOperations
