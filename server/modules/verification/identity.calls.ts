import { consentStatements } from '#contract/consent-names.ts'
import { fingerprints } from '#server/core/keyring.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'
import { auditedAs } from '#server/engines/activity/context.ts'
import type { SomeHandlers } from '#server/engines/context.ts'
import type { Services } from '#server/engines/services.ts'
import { profileOf, userStatusOf } from '#server/modules/accounts/accounts.ts'
import { holdsConsent, recordConsent } from '#server/modules/accounts/consents.sql.ts'
import { lockSession } from '#server/modules/accounts/session.ts'
import { requireIndustry, requireUnregistered } from '#server/modules/companies/companies.ts'
import { checkIdentity, type IdentityCheck, spendCheck } from './check-identity.ts'
import { findPrefill, insertVerification, latestVerification, ownsFile, personNumberInUse } from './identity.sql.ts'
import { maskName, ReviewProblem, reviewVerification, sealIdNumber } from './identity.ts'

export const identityCalls = {
  async wAuth(context, input) {
    const { system, services, account, session, caller } = context
    const { config } = services
    await requireOpen(system, account.id)
    if (input.kind === 'company') {
      await requireIndustry(system, input.industry_id)
      if (!(await ownsFile(system, account.id, input.licence_file_id, 'licence'))) throw new Refusal(-42005)
      await requireUnregistered(system, input.credit_code)
    }
    if (input.kind === 'person' || services.identity) await spendCheck(context)
    const hashes = fingerprints(config, 'id-number-hash', input.id_number)
    if (input.kind === 'person' && (await personNumberInUse(system, hashes))) throw new Refusal(-42003)
    const consent = (database: Database, kind: keyof typeof consentStatements) =>
      recordConsent(database, account.id, kind, consentStatements[kind].version, caller.requestId)
    // Recorded before the number leaves the portal, and kept when the submission is refused.
    await consent(services.counting, 'identity')
    const check = await checkIdentity(context, { name: input.person_name, number: input.id_number })
    return context.once(async ({ system }) => {
      // Guard: the holder may have erased the account, or withdrawn the consent, while the service was checking.
      if (!(await lockSession(system, session.id))) throw new Refusal(-41016)
      if (!(await holdsConsent(system, account.id, 'identity')))
        throw new Refusal(-41003, 'is_identity', '您刚刚撤回了同意，请重新勾选')
      const idNumber = sealIdNumber(config, account.id, input.id_number)
      const submitted = await insertVerification(system, account.id, input, idNumber, check)
      if (!submitted) {
        await requireOpen(system, account.id)
        throw new Refusal(-42001)
      }
      if (input.kind === 'company') await consent(system, 'licence')
      if (input.kind === 'person' && check?.result === 'match' && config.identityAutoApprove)
        await approveByCheck({ ...services, system }, submitted.verification_id, check)
      return { user_status: userStatusOf(await profileOf(system, account.id)) }
    })
  },

  async getVerification({ system, services, account }) {
    const latest = await latestVerification(system, account.id)
    return {
      verification: latest ? { ...latest, person_name: maskName(latest.person_name) } : null,
      prefill: (await findPrefill(system, account.id)) ?? null,
      is_own_required: services.config.ownVerification,
    }
  },
} satisfies SomeHandlers

/** Refuses a person whose submission waits or has passed: another check is not needed, and costs money. */
async function requireOpen(system: Database, accountId: string): Promise<void> {
  const latest = await latestVerification(system, accountId)
  if (latest && latest.state !== 'rejected') throw new Refusal(latest.state === 'approved' ? -42002 : -42001)
}

/** The service decides about a person as a reviewer would; another account's approval of the same number takes precedence. */
async function approveByCheck(services: Services, verificationId: string, { by }: IdentityCheck): Promise<void> {
  const decision = { state: 'approved' as const, reason: null }
  try {
    // The applicant made the request, but did not approve it.
    await auditedAs(`核验服务（${by}）`, () => reviewVerification(services, { verificationId, decision }))
  } catch (error) {
    throw error instanceof ReviewProblem ? new Refusal(-42003) : error
  }
}
