import { maskPhone } from '#contract/rules.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { AccountContext, SomeHandlers } from '#server/engines/context.ts'
import { alertHolder } from '../alerts.ts'
import { completeLogin } from '../complete-login.ts'
import { endSessions, lockSession, noteProof } from '../session.ts'
import type { Holder } from '../throttle.ts'
import { beginAuthentication, provePasskey } from './authenticating.ts'
import type { ChallengeUse } from './challenges.ts'
import { deletePasskey, passkeysOf, renamePasskey } from './passkeys.sql.ts'
import { beginRegistration, checkAttestation, keepPasskey } from './registering.ts'

const login: ChallengeUse = { purpose: 'login', subject: 'account' }

type Own = Pick<AccountContext, 'account' | 'session'>

const holderOf = ({ account }: Own): Holder => `account:${account.id}`

/** A challenge of one login is not valid for another, even of the same account. */
const useOf = (purpose: 'register' | 'proof', { account, session }: Own): ChallengeUse => ({
  purpose,
  subject: `account:${account.id}:${session.familyId}`,
})

export const passkeysCalls = {
  beginPasskeyLogin: context => beginAuthentication(context, login),

  logInWithPasskey: (context, { passkey }) =>
    context.once(async within => {
      const proved = await provePasskey(within, login, passkey, ({ holder_kind }) => holder_kind === 'account')
      // Only the holder of the passkey may learn that the account is not active.
      if (proved.state !== 'active') throw new Refusal(-41009)
      return completeLogin(
        within,
        { account_id: proved.holder_id, generation: proved.generation },
        { method: 'passkey' },
      )
    }),

  async getPasskeyList(context) {
    const list = await passkeysOf(context.system, holderOf(context))
    return { list, total: list.length }
  },

  beginPasskey(context) {
    const name = maskPhone(context.account.phone)
    return beginRegistration(context, useOf('register', context), holderOf(context), { name, displayName: name })
  },

  async addPasskey(context, { passkey }) {
    const { system, services, account, session } = context
    const added = await checkAttestation(context, useOf('register', context), passkey)
    // Guard: without it a thief whose session a new password is ending would leave a way back in.
    if (!(await lockSession(system, session.id))) throw new Refusal(-41016)
    const kept = await keepPasskey(system, holderOf(context), added)
    await alertHolder(system, services, account.id, 'passkey_added')
    return kept
  },

  async renamePasskey(context, { passkey_id, name }) {
    if (!(await renamePasskey(context.system, holderOf(context), passkey_id, name))) throw new Refusal(-41036)
  },

  async removePasskey(context, { passkey_id }) {
    const { system, services, account, session } = context
    // The account is locked before its passkeys, as when one is added.
    if (!(await lockSession(system, session.id))) throw new Refusal(-41016)
    if (!(await deletePasskey(system, holderOf(context), passkey_id))) throw new Refusal(-41036)
    await endSessions(system, account.id, 'passkey', session)
    await alertHolder(system, services, account.id, 'passkey_removed')
  },

  beginPasskeyProof: context => beginAuthentication(context, useOf('proof', context), holderOf(context)),

  async reauthenticateWithPasskey(context, { passkey }) {
    const { system, account, session } = context
    const { generation } = await provePasskey(
      context,
      useOf('proof', context),
      passkey,
      ({ holder_kind, holder_id }) => holder_kind === 'account' && holder_id === account.id,
    )
    if (!(await noteProof(system, session.familyId, { account_id: account.id, generation }))) throw new Refusal(-41016)
  },
} satisfies SomeHandlers
