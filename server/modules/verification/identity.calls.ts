import { consentStatements } from '#contract/consent-names.ts'
import { fingerprints } from '#server/core/keyring.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { SomeHandlers } from '#server/engines/context.ts'
import { profileOf, userStatusOf } from '#server/modules/accounts/accounts.ts'
import { recordConsent } from '#server/modules/accounts/consents.sql.ts'
import { requireIndustry, requireUnregistered } from '#server/modules/companies/companies.ts'
import { findPrefill, insertVerification, latestVerification, ownsFile, personNumberInUse } from './identity.sql.ts'
import { maskName, sealIdNumber } from './identity.ts'

export const identityCalls = {
  async wAuth({ system, services, account, caller }, input) {
    const idNumber = sealIdNumber(services.config, account.id, input.id_number)
    const hashes = fingerprints(services.config, 'id-number-hash', input.id_number)
    if (input.kind === 'person' && (await personNumberInUse(system, hashes))) throw new Refusal(-42003)
    if (input.kind === 'company') {
      await requireIndustry(system, input.industry_id)
      if (!(await ownsFile(system, account.id, input.licence_file_id, 'licence'))) throw new Refusal(-42005)
      await requireUnregistered(system, input.credit_code)
    }
    const submitted = await system.transaction(async transaction => {
      const inserted = await insertVerification(transaction, account.id, input, idNumber)
      if (!inserted) return undefined
      const { requestId } = caller
      await recordConsent(transaction, account.id, 'identity', consentStatements.identity.version, requestId)
      if (input.kind === 'company')
        await recordConsent(transaction, account.id, 'licence', consentStatements.licence.version, requestId)
      return inserted
    })
    if (!submitted) {
      const latest = await latestVerification(system, account.id)
      throw new Refusal(latest?.state === 'approved' ? -42002 : -42001)
    }
    return { user_status: userStatusOf(await profileOf(system, account.id)) }
  },

  async getVerification({ system, account }) {
    const latest = await latestVerification(system, account.id)
    return {
      verification: latest ? { ...latest, person_name: maskName(latest.person_name) } : null,
      prefill: (await findPrefill(system, account.id)) ?? null,
    }
  },
} satisfies SomeHandlers
