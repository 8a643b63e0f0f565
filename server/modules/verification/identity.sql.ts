import sql from 'sql-template-tag'
import { z } from 'zod'
import { getVerification } from '#contract/accounts.ts'
import { id } from '#contract/fields.ts'
import type { ParsedOf } from '#contract/index.ts'
import { account } from '#contract/records/account.ts'
import { company } from '#contract/records/company.ts'
import { verification } from '#contract/records/verification.ts'
import { lockName } from '#server/database/advisory-lock.ts'
import { holds } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'
import { selectList } from '#server/database/select-list.ts'
import { newestVerification } from '#server/modules/accounts/newest-verification.ts'

/** These columns have another name in the record. */
export const verificationColumns = {
  verification_id: 'id',
  id_number: 'id_number_masked',
  submitted_at: 'created_at',
}
const verificationId = verification.schema.pick({ verification_id: true })

const latest = getVerification.output.shape.verification.unwrap()

export const latestVerification = (database: Database, accountId: string) =>
  database.row(latest)`
  select ${selectList(latest, verificationColumns)} from ${newestVerification(sql`${accountId}::uuid`)}`

/** An ID number as stored. */
export interface SealedIdNumber {
  sealed: Buffer
  hash: Buffer
  masked: string
}

/** Returns undefined when the account has a verification under review, or an approved one that it still claims. */
export const insertVerification = (
  database: Database,
  accountId: string,
  submission: ParsedOf<'wAuth'>,
  idNumber: SealedIdNumber,
  check?: { result: 'match' | 'undecided'; by: string },
) => {
  const company = submission.kind === 'company' ? submission : undefined
  return database.row(verificationId)`
  insert into identity_verification (account_id, kind, person_name, id_number_sealed, id_number_hash, id_number_masked,
    company_name, credit_code, industry_id, address, licence_file_id, check_result, checked_by)
  values (${accountId}, ${submission.kind}, ${submission.person_name}, ${idNumber.sealed}, ${idNumber.hash},
    ${idNumber.masked}, ${company?.company_name ?? null}, ${company?.credit_code ?? null},
    ${company?.industry_id ?? null}, ${company?.address || null}, ${company?.licence_file_id ?? null},
    ${check?.result ?? null}, ${check?.by ?? null})
  on conflict (account_id) where state in ('under_review', 'approved') and claim_ended_at is null do nothing
  returning id as verification_id`
}

/** `hashes` are all under which the number may be stored. */
export const personNumberInUse = (database: Database, hashes: Buffer[]) =>
  holds(
    database,
    sql`exists (
      select from identity_verification where id_number_hash = any(${hashes}) and state = 'approved' and kind = 'person')`,
  )

const sealedNumber = z.object({
  account_id: id,
  kind: verification.schema.shape.kind,
  sealed: z.instanceof(Buffer),
  hash: z.instanceof(Buffer),
})

export const findSealedNumber = (database: Database, verificationId: string) =>
  database.row(sealedNumber)`
  select account_id, kind, id_number_sealed as sealed, id_number_hash as hash
  from identity_verification where id = ${verificationId}`

/** Serializes approvals of persons, because no index can compare hashes made with two keys. */
export const lockPersonNumbers = (transaction: Database) => lockName(transaction, 'person numbers')

export const ownsFile = (database: Database, accountId: string, fileId: string, purpose: string) =>
  holds(
    database,
    sql`exists (
      select from stored_file where id = ${fileId} and account_id = ${accountId} and purpose = ${purpose})`,
  )

const prefill = getVerification.output.shape.prefill.unwrap()

/** The values come from the last rejected company verification, or otherwise from a partner's registration. */
export const findPrefill = (database: Database, accountId: string) =>
  database.row(prefill)`
  (select company_name, credit_code, industry_id, person_name from identity_verification
    where account_id = ${accountId} and kind = 'company' and state = 'rejected' and industry_id is not null
    order by created_at desc limit 1)
  union all
  (select company_name, credit_code, industry_id, contact_name from channel_registration
    where account_id = ${accountId} order by created_at desc limit 1)
  limit 1`

const waiting = verification.schema
  .pick({ kind: true, person_name: true, company_name: true, credit_code: true, submitted_at: true })
  .extend(account.schema.pick({ phone: true }).shape)

export const waitingVerifications = (database: Database) =>
  database.rows(waiting)`
  select kind, person_name, company_name, credit_code, verification.created_at as submitted_at, account.phone
  from identity_verification verification join account on account.id = account_id
  where verification.state = 'under_review' order by verification.created_at limit 200`

export const verificationUnderReview = (database: Database, phone: string) =>
  database.row(verificationId)`
  select verification.id as verification_id
  from identity_verification verification join account on account.id = account_id
  where account.phone = ${phone} and verification.state = 'under_review'`

/** The fields that a decision uses. */
const decided = verification.schema.pick({
  verification_id: true,
  account_id: true,
  kind: true,
  person_name: true,
  company_name: true,
  credit_code: true,
  industry_id: true,
  address: true,
})
export type Decided = z.output<typeof decided>

/** Returns the verification's new state; undefined when another decision came first. */
export const decide = (
  database: Database,
  verificationId: string,
  decision: { state: 'approved' | 'rejected'; reason: string | null; reviewer: string },
) =>
  database.row(decided)`
  update identity_verification set state = ${decision.state}, reason = ${decision.reason}, reviewer = ${decision.reviewer},
    reviewed_at = now()
  where id = ${verificationId} and state = 'under_review'
  returning ${selectList(decided, verificationColumns)}`

const insertedCompany = company.schema.pick({ company_id: true })

/**
 * Returns undefined when the credit code already has a company. One that was closed and is registered anew stays the customer of whoever
 * brought it first, or of nobody: a partner is paid for new ones.
 */
export const insertVerifiedCompany = (database: Database, verification: Decided, phone: string) =>
  database.row(insertedCompany)`
  insert into company (name, credit_code, industry_id, address, contact_name, contact_phone, promotion_code, size)
  select ${verification.company_name}, ${verification.credit_code}, ${verification.industry_id}, ${verification.address},
    ${verification.person_name}, ${phone},
    case when former.id is null then account.promotion_code else former.promotion_code end,
    (select size from channel_registration where account_id = account.id order by created_at desc limit 1)
  from account left join (
    select id, promotion_code from company
    where credit_code = ${verification.credit_code} and closed_at is not null order by closed_at limit 1
  ) as former on true
  where account.id = ${verification.account_id}
  on conflict (credit_code) where closed_at is null do nothing
  returning id as company_id`

export const insertOwner = (database: Database, companyId: string, verification: Decided) =>
  database.change`
    insert into employee (company_id, account_id, role, name)
    values (${companyId}, ${verification.account_id}, 'owner', ${verification.person_name})
    on conflict (account_id) where state in ('active', 'disabled') do nothing`

/** Makes the licence the company's: it stays when the account that uploaded it goes. */
export const keepLicence = (database: Database, companyId: string, verificationId: string) =>
  database.change`
    update stored_file set account_id = null, company_id = ${companyId}
    where id = (select licence_file_id from identity_verification where id = ${verificationId})`

/**
 * Waits for a decision under way and blocks the next. Only later statements see reliably whether the account owns a company, and
 * which verification is the company's: of a statement that waited, only the locked row is read again.
 */
export const lockVerifications = (database: Database, accountId: string) =>
  database.change`select from identity_verification where account_id = ${accountId} order by id for update`

/**
 * Removes the person from their submissions, behind `lockVerifications`. The fact that a review took place stays, and so does the
 * verification of a company with its licence, since both are the company's; the account claims nothing by it any more.
 */
export const eraseVerifications = (
  database: Database,
  accountId: string,
  { name, reason }: { name: string; reason: string },
) =>
  database.change`
    update identity_verification set person_name = ${name}, id_number_sealed = '', id_number_hash = '', id_number_masked = '',
      licence_file_id = case when companys then licence_file_id end,
      state = case when companys then state else 'rejected' end,
      claim_ended_at = case when companys then coalesce(claim_ended_at, now()) end,
      reason = case when companys then reason else coalesce(reason, ${reason}) end,
      reviewed_at = coalesce(reviewed_at, now())
    from (
      select id as erased_id, kind = 'company' and state = 'approved' and exists (
        select from company where company.credit_code = identity_verification.credit_code) as companys
      from identity_verification where account_id = ${accountId}
    ) as erased
    where id = erased_id`
