import { consentStatements } from '#contract/consent-names.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { SomeHandlers } from '#server/engines/context.ts'
import { removeFilesJob } from '#server/engines/files/jobs.ts'
import { ownsCompany } from '#server/modules/accounts/accounts.sql.ts'
import { profileOf, userStatusOf } from '#server/modules/accounts/accounts.ts'
import { endConsent, listConsents, recordConsent } from '#server/modules/accounts/consents.sql.ts'
import { eraseVerifications, lockVerifications } from './identity.sql.ts'

export const consentsCalls = {
  async getConsents({ system, account }) {
    return { list: await listConsents(system, account.id) }
  },

  async giveConsent({ system, account, caller }, { kind }) {
    await recordConsent(system, account.id, kind, consentStatements[kind].version, caller.requestId)
  },

  /** The company's verification rests on its owner's identity, so an owner has to hand it over first. */
  async withdrawConsent({ services, system, account }, { kind }) {
    if (kind === 'identity') {
      // Guard: an approval under way creates an owner. Without the lock the owner's identity was erased, and the licence with it.
      await lockVerifications(system, account.id)
      if (await ownsCompany(system, account.id)) throw new Refusal(-42007)
    }
    if (!(await endConsent(system, account.id, kind))) throw new Refusal(-42008)
    if (kind === 'identity') {
      await eraseVerifications(system, account.id, { name: '已撤回', reason: '本人撤回了同意' })
      // The licence of a company that was not approved is removed with it, after the commit.
      await services.jobs.enqueue(system, removeFilesJob, { account_id: account.id })
    }
    return { user_status: userStatusOf(await profileOf(system, account.id)) }
  },
} satisfies SomeHandlers
