import { requireIndustry, requireUnregistered } from '../companies/companies.ts'
import type { HandlersFor } from '../http/context.ts'
import { Refusal } from '../http/envelope.ts'
import { profileOf, userStatusOf } from './accounts.ts'
import { findPrefill, insertVerification, latestVerification, ownsFile, personNumberInUse } from './identity.sql.ts'
import { keepIdNumber, maskName } from './identity.ts'

export const identityCalls: HandlersFor<'wAuth' | 'getVerification'> = {
  async wAuth({ system, services, account }, input) {
    const idNumber = keepIdNumber(services.config, account.id, input.id_number)
    if (input.kind === 'person' && (await personNumberInUse(system, idNumber.hash))) throw new Refusal(-42003)
    if (input.kind === 'company') {
      await requireIndustry(system, input.industry_id)
      if (!(await ownsFile(system, account.id, input.licence_file_id, 'licence'))) throw new Refusal(-42005)
      await requireUnregistered(system, input.credit_code)
    }
    const company =
      input.kind === 'company'
        ? {
            name: input.company_name,
            creditCode: input.credit_code,
            industryId: input.industry_id,
            address: input.address || null,
            licenceFileId: input.licence_file_id,
          }
        : undefined
    const submitted = await insertVerification(system, {
      accountId: account.id,
      kind: input.kind,
      personName: input.person_name,
      idNumber,
      ...(company && { company }),
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
      verification: latest
        ? {
            kind: latest.kind,
            state: latest.state,
            person_name: maskName(latest.person_name),
            id_number: latest.id_number_masked,
            company_name: latest.company_name,
            credit_code: latest.credit_code,
            reason: latest.reason,
            submitted_at: latest.created_at.toISOString(),
            reviewed_at: latest.reviewed_at?.toISOString() ?? null,
          }
        : null,
      prefill: (await findPrefill(system, account.id)) ?? null,
    }
  },
}
