import { listedRows } from '#contract/people.ts'
import { maskPhone } from '#contract/rules.ts'
import { Refusal } from '#server/core/refusal.ts'
import { together } from '#server/database/together.ts'
import { waitingFirst } from '#server/database/waiting-first.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import { recordViewing } from '#server/engines/audit/viewing.ts'
import { signedAddress } from '#server/engines/files/signed-address.ts'
import type { SomeOperations } from '#server/engines/operator-context.ts'
import { findSealedNumber } from './identity.sql.ts'
import { AlreadyReviewed, type Decision, numberHashes, openIdNumber, reviewVerification } from './identity.ts'
import { checksOf } from './verification-checks.ts'
import {
  countDecided,
  countWaiting,
  findNamed,
  findSurroundings,
  findVerification,
  type Listed,
  listDecided,
  listWaiting,
  nextWaiting,
  otherSubmissions,
} from './verifications.sql.ts'

/** An erased account has nothing left of its phone. */
const withMaskedPhone = <Row extends Pick<Listed, 'phone'>>(row: Row): Row => ({
  ...row,
  phone: row.phone.startsWith('deleted:') ? '已注销' : maskPhone(row.phone),
})

export const verificationOperations = {
  async getVerificationList({ system }, { page, page_size, state, ...rest }) {
    const filters = { ...rest, named: await findNamed(system, rest.keyword) }
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
    return { list: list.map(withMaskedPhone), ...counted }
  },

  async getVerificationForReview({ system, services }, { verification_id }) {
    const [found, kept] = await together(system, database => [
      findVerification(database, verification_id),
      findSealedNumber(database, verification_id),
    ])
    if (!found || !kept) throw new Refusal(-53021)
    const { licence_file_id: _, ...verification } = found
    const [facts, others, next] = await together(system, database => [
      findSurroundings(database, verification_id, numberHashes(services.config, kept.account_id, kept)),
      otherSubmissions(database, found.account_id, verification_id),
      nextWaiting(database, verification_id),
    ])
    if (!facts) throw new Refusal(-53021)
    const { registered_id: company_id, registered_name: name } = facts
    return {
      ...withMaskedPhone(verification),
      checks: checksOf(facts),
      established: company_id && name !== null ? { company_id, name } : null,
      earlier: others.map(withMaskedPhone),
      ...next,
    }
  },

  async openLicence({ system, services }, { verification_id }) {
    const found = await findVerification(system, verification_id)
    if (!found?.licence_file_id) throw new Refusal(-53021)
    await recordViewing(system, {
      action: 'verification.licence_viewed',
      target: `account:${found.account_id}`,
      after: { verification: verification_id, company_name: found.company_name },
    })
    return { url: signedAddress(services.config, found.licence_file_id) }
  },

  async unmaskIdNumber({ services, system }, { verification_id, reason }) {
    const kept = await findSealedNumber(system, verification_id)
    // An erased account has nothing left to open.
    if (!kept?.sealed.length) throw new Refusal(-53021)
    await recordAudit(system, {
      action: 'verification.id_number_unmasked',
      target: `account:${kept.account_id}`,
      after: { verification: verification_id, reason },
    })
    return { id_number: openIdNumber(services.config, kept.account_id, kept.sealed) }
  },

  async reviewVerification({ services, system }, { verification_id, decision, reason }) {
    if (!(await findVerification(system, verification_id))) throw new Refusal(-53021)
    if (decision === 'reject' && !reason) throw new Refusal(-53101, 'reason')
    const decided: Decision =
      decision === 'approve' ? { state: 'approved', reason: null } : { state: 'rejected', reason: reason ?? '' }
    try {
      await reviewVerification(services, { verificationId: verification_id, decision: decided })
    } catch (error) {
      throw error instanceof AlreadyReviewed ? new Refusal(-53100) : error
    }
    const { next_id } = await nextWaiting(system, verification_id)
    return { next_id }
  },
} satisfies SomeOperations
