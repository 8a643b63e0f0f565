import type { OperationOutput } from '#contract/operations/index.ts'
import { listedRows } from '#contract/people.ts'
import { maskPhone } from '#contract/rules.ts'
import { Refusal } from '../http/envelope.ts'
import type { OperationHandlersFor } from '../operations/context.ts'
import { recordViewing } from '../operations/viewing.ts'
import { waitingFirst } from '../operations/waiting-first.ts'
import { signedAddress } from '../uploads/signed-address.ts'
import { AlreadyReviewed, type Decision, reviewVerification } from './identity.ts'
import { checksOf } from './verification-checks.ts'
import {
  countDecided,
  countWaiting,
  findVerification,
  listDecided,
  listWaiting,
  nextWaiting,
  otherSubmissions,
  type Submitted,
} from './verifications.sql.ts'

type Listed = OperationOutput<'getVerificationList'>['list'][number]

const shown = (row: Submitted): Listed => ({
  verification_id: row.id,
  kind: row.kind,
  state: row.state,
  person_name: row.person_name,
  // Of an erased account nothing is left of the phone.
  phone: row.phone.startsWith('deleted:') ? '已注销' : maskPhone(row.phone),
  company_name: row.company_name,
  credit_code: row.credit_code,
  reason: row.reason,
  reviewer: row.reviewer,
  submitted_at: row.created_at.toISOString(),
  reviewed_at: row.reviewed_at?.toISOString() ?? null,
})

export const verificationOperations: OperationHandlersFor<
  'getVerificationList' | 'getVerificationForReview' | 'openLicence' | 'reviewVerification'
> = {
  async getVerificationList({ system }, { page, page_size, state, ...filters }) {
    const waiting = {
      count: (most: number) => countWaiting(system, filters, most),
      list: (part: Parameters<typeof listWaiting>[2]) => listWaiting(system, filters, part),
    }
    const decidedState = state === 'under_review' ? undefined : state
    const decided = {
      count: (most: number) => countDecided(system, { ...filters, state: decidedState }, most),
      list: (part: Parameters<typeof listDecided>[2]) => listDecided(system, { ...filters, state: decidedState }, part),
    }
    const parts = state === undefined ? [waiting, decided] : state === 'under_review' ? [waiting] : [decided]
    const { list, ...counted } = await waitingFirst(parts, { page, page_size, most: listedRows })
    return { list: list.map(shown), ...counted }
  },

  async getVerificationForReview({ system }, { verification_id }) {
    const found = await findVerification(system, verification_id)
    if (!found) throw new Refusal(-53021)
    const [others, next] = await Promise.all([
      otherSubmissions(system, found.account_id, found.id),
      nextWaiting(system, found.id),
    ])
    return {
      ...shown(found),
      account_id: found.account_id,
      registered_at: found.registered_at.toISOString(),
      id_number: found.id_number_masked,
      industry: found.industry,
      address: found.address,
      channel:
        found.channel && found.promotion_code
          ? { name: found.channel, code: found.promotion_code, registration: found.registration }
          : null,
      licence: found.licence_file_id
        ? {
            is_image: found.licence_type?.startsWith('image/') ?? false,
            file_name: found.licence_name ?? '营业执照',
          }
        : null,
      checks: checksOf(found),
      earlier: others.map(shown),
      ...next,
    }
  },

  async openLicence({ system, services, actor }, { verification_id }) {
    const found = await findVerification(system, verification_id)
    if (!found?.licence_file_id) throw new Refusal(-53021)
    await recordViewing(system, {
      actor,
      action: 'verification.licence_viewed',
      target: `account:${found.account_id}`,
      after: { verification: found.id, company_name: found.company_name },
    })
    return { url: signedAddress(services.config, found.licence_file_id) }
  },

  async reviewVerification({ services, system, actor }, { verification_id, decision, reason }) {
    if (!(await findVerification(system, verification_id))) throw new Refusal(-53021)
    if (decision === 'reject' && !reason) throw new Refusal(-53101, 'reason')
    const decided: Decision =
      decision === 'approve' ? { state: 'approved', reason: null } : { state: 'rejected', reason: reason ?? '' }
    try {
      await reviewVerification(services, { verificationId: verification_id, decision: decided, reviewer: actor })
    } catch (error) {
      throw error instanceof AlreadyReviewed ? new Refusal(-53100) : error
    }
    const { next_id } = await nextWaiting(system, verification_id)
    return { next_id }
  },
}
