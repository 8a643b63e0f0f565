import { paths } from '#contract/paths.ts'
import { fingerprint, fingerprints, type Keys, openWith, sealWith } from '#server/core/keyring.ts'
import { OperatorProblem } from '#server/core/problem.ts'
import type { Database } from '#server/database/database.ts'
import { recordActivity } from '#server/engines/activity/activity.ts'
import { auditActor, loggedAs, providerName } from '#server/engines/activity/context.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import { notify } from '#server/engines/notices/notices.ts'
import type { Services } from '#server/engines/services.ts'
import { credentialsOf } from '#server/modules/accounts/accounts.sql.ts'
import { companyVerified } from './events.ts'
import {
  type Decided,
  decide,
  findSealedNumber,
  insertOwner,
  insertVerifiedCompany,
  keepLicence,
  lockPersonNumbers,
  personNumberInUse,
  type SealedIdNumber,
  verificationUnderReview,
} from './identity.sql.ts'

/** Returns an ID number as stored: sealed, with a keyed hash for look-ups, and shown as `440***********0011`. */
export function sealIdNumber(keys: Keys, accountId: string, number: string): SealedIdNumber {
  return {
    sealed: sealWith(keys, 'id-number', number, accountId),
    hash: fingerprint(keys, 'id-number-hash', number),
    masked: `${number.slice(0, 3)}***********${number.slice(-4)}`,
  }
}

export const openIdNumber = (keys: Keys, accountId: string, sealed: Buffer): string =>
  openWith(keys, 'id-number', sealed, accountId)

/** Returns the hashes under which the same number may be stored, whatever key was in use at the time. */
export function numberHashes(keys: Keys, accountId: string, { sealed, hash }: Pick<SealedIdNumber, 'sealed' | 'hash'>) {
  // An erased number belongs to nobody; of one whose key was lost only the hash is left.
  if (!sealed.length) return hash.length ? [hash] : []
  return fingerprints(keys, 'id-number-hash', openIdNumber(keys, accountId, sealed))
}

export const maskName = (name: string): string => `${name.slice(0, 1)}${'*'.repeat(Math.max(1, name.length - 1))}`

/** Explains to the operator why a review was not possible. */
export class ReviewProblem extends OperatorProblem {}

/** Another operator decided it, or the applicant erased it. */
export class AlreadyReviewed extends ReviewProblem {}

export type Decision = { state: 'approved'; reason: null } | { state: 'rejected'; reason: string }
type Needed = Pick<Services, 'config' | 'system' | 'jobs'>

/** Decides the submission that waits for a phone, for the command line; see `reviewVerification`. */
export async function review(
  services: Needed,
  { phone, decision }: { phone: string; decision: Decision },
): Promise<Decided> {
  const waiting = await verificationUnderReview(services.system, phone)
  if (!waiting) throw new ReviewProblem(`${phone} 没有待审核的实名认证`)
  return reviewVerification(services, { verificationId: waiting.verification_id, decision })
}

/**
 * Decides this verification and no newer one of the same applicant. Approving a company creates it, with the applicant as its
 * owner, in the same transaction; the applicant is notified by notice and, unless chosen otherwise, by SMS.
 */
export async function reviewVerification(
  services: Needed,
  { verificationId, decision }: { verificationId: string; decision: Decision },
): Promise<Decided> {
  return services.system.transaction(async transaction => {
    if (decision.state === 'approved') await refuseSecondHolder(transaction, services.config, verificationId)
    const decided = await decide(transaction, verificationId, { ...decision, reviewer: auditActor() })
    if (!decided) throw new AlreadyReviewed('这条实名认证已被处理')
    if (decision.state === 'approved' && decided.kind === 'company') await makeCompany(transaction, decided)
    await recordAudit(transaction, {
      action: `verification.${decision.state}`,
      target: `account:${decided.account_id}`,
      before: { state: 'under_review' },
      after: {
        state: decision.state,
        reason: decision.reason,
        kind: decided.kind,
        company_name: decided.company_name,
        verification: decided.verification_id,
      },
    })
    const result = decision.state === 'approved' ? '已通过审核' : `未通过审核：${decision.reason.replace(/[。.]$/, '')}`
    await notify(transaction, services, {
      to: { accountIds: [decided.account_id] },
      kind: 'verification_reviewed',
      subject: `verification:${decided.verification_id}`,
      title: decision.state === 'approved' ? '实名认证已通过' : '实名认证未通过',
      text: `您提交的实名认证${result}。`,
      link:
        decision.state === 'rejected'
          ? '/realname/no'
          : decided.kind === 'company'
            ? paths.company
            : '/personaldetails',
    })
    return decided
  })
}

/** Two people may have submitted the same number before either was approved, and under different keys. */
async function refuseSecondHolder(transaction: Database, keys: Keys, verificationId: string): Promise<void> {
  await lockPersonNumbers(transaction)
  const submitted = await findSealedNumber(transaction, verificationId)
  if (submitted?.kind !== 'person') return
  if (await personNumberInUse(transaction, numberHashes(keys, submitted.account_id, submitted)))
    throw new ReviewProblem('该证件已被其他账号认证，请驳回并说明原因')
}

async function makeCompany(transaction: Database, waiting: Decided): Promise<void> {
  const account = await credentialsOf(transaction, waiting.account_id)
  const company = account && (await insertVerifiedCompany(transaction, waiting, account.phone))
  if (!company) throw new ReviewProblem(`统一社会信用代码 ${waiting.credit_code} 已属于另一家企业，请驳回并说明原因`)
  if (!(await insertOwner(transaction, company.company_id, waiting)))
    throw new ReviewProblem('该账号已是另一家企业的员工，请先由那家企业移除')
  await keepLicence(transaction, company.company_id, waiting.verification_id)
  const entry = { action: 'company.created' as const, id: company.company_id, name: waiting.company_name ?? '' }
  // The company reads that the provider approved it, also where a service or a command did.
  await loggedAs(providerName, () => recordActivity(transaction, company.company_id, [entry]))
  await companyVerified.publish(transaction, { companyId: company.company_id })
}
