import sql from 'sql-template-tag'
import type { Database } from '../database/database.ts'

export interface Verification {
  id: string
  account_id: string
  kind: 'person' | 'company'
  state: 'under_review' | 'approved' | 'rejected'
  person_name: string
  id_number_masked: string
  company_name: string | null
  credit_code: string | null
  industry_id: string | null
  address: string | null
  reason: string | null
  created_at: Date
  reviewed_at: Date | null
}

const columns = sql`id, account_id, kind, state, person_name, id_number_masked, company_name, credit_code, industry_id, address,
  reason, created_at, reviewed_at`

export const latestVerification = (database: Database, accountId: string) =>
  database.row<Verification>(sql`
    select ${columns} from identity_verification where account_id = ${accountId} order by created_at desc limit 1`)

export interface Submission {
  accountId: string
  kind: 'person' | 'company'
  personName: string
  idNumber: { sealed: Buffer; hash: Buffer; masked: string }
  company?: { name: string; creditCode: string; industryId: string; address: string | null; licenceFileId: string }
}

/** Undefined when the account has one under review or approved. */
export const insertVerification = (
  database: Database,
  { accountId, kind, personName, idNumber, company }: Submission,
) =>
  database.row<{ id: string }>(sql`
    insert into identity_verification (account_id, kind, person_name, id_number_sealed, id_number_hash, id_number_masked,
      company_name, credit_code, industry_id, address, licence_file_id)
    values (${accountId}, ${kind}, ${personName}, ${idNumber.sealed}, ${idNumber.hash}, ${idNumber.masked},
      ${company?.name ?? null}, ${company?.creditCode ?? null}, ${company?.industryId ?? null}, ${company?.address ?? null},
      ${company?.licenceFileId ?? null})
    on conflict (account_id) where state in ('under_review', 'approved') do nothing
    returning id`)

export const personNumberInUse = async (database: Database, hash: Buffer): Promise<boolean> =>
  Boolean(
    await database.row(sql`
      select 1 as used from identity_verification where id_number_hash = ${hash} and state = 'approved' and kind = 'person'`),
  )

export const ownsFile = async (
  database: Database,
  accountId: string,
  fileId: string,
  purpose: string,
): Promise<boolean> =>
  Boolean(
    await database.row(sql`
      select 1 as own from stored_file where id = ${fileId} and account_id = ${accountId} and purpose = ${purpose}`),
  )

export interface Prefill {
  company_name: string
  credit_code: string
  industry_id: string
  person_name: string
}

/** From the last rejected company verification, else from a partner's registration. */
export const findPrefill = (database: Database, accountId: string) =>
  database.row<Prefill>(sql`
    (select company_name, credit_code, industry_id, person_name from identity_verification
      where account_id = ${accountId} and kind = 'company' and state = 'rejected' and industry_id is not null
      order by created_at desc limit 1)
    union all
    (select company_name, credit_code, industry_id, contact_name from channel_registration
      where account_id = ${accountId} order by created_at desc limit 1)
    limit 1`)

export const waitingVerifications = (database: Database) =>
  database.rows<Verification & { phone: string }>(sql`
    select verification.id, account_id, kind, verification.state, person_name, id_number_masked, company_name, credit_code,
      industry_id, address, reason, verification.created_at, reviewed_at, account.phone
    from identity_verification verification join account on account.id = account_id
    where verification.state = 'under_review' order by verification.created_at limit 200`)

export const verificationUnderReview = (database: Database, phone: string) =>
  database.row<Verification>(sql`
    select verification.id, account_id, kind, verification.state, person_name, id_number_masked, company_name, credit_code,
      industry_id, address, reason, verification.created_at, reviewed_at
    from identity_verification verification join account on account.id = account_id
    where account.phone = ${phone} and verification.state = 'under_review'`)

/** As it is now; undefined when someone else decided first. */
export const decide = (
  database: Database,
  verificationId: string,
  decision: { state: 'approved' | 'rejected'; reason: string | null; reviewer: string },
) =>
  database.row<Verification>(sql`
    update identity_verification set state = ${decision.state}, reason = ${decision.reason}, reviewer = ${decision.reviewer},
      reviewed_at = now()
    where id = ${verificationId} and state = 'under_review'
    returning ${columns}`)

/** Undefined when the credit code has a company already. */
export const insertVerifiedCompany = (database: Database, verification: Verification, phone: string) =>
  database.row<{ id: string }>(sql`
    insert into company (name, credit_code, industry_id, address, contact_name, contact_phone, promotion_code, size)
    select ${verification.company_name}, ${verification.credit_code}, ${verification.industry_id}, ${verification.address},
      ${verification.person_name}, ${phone}, account.promotion_code,
      (select size from channel_registration where account_id = account.id order by created_at desc limit 1)
    from account where account.id = ${verification.account_id}
    on conflict (credit_code) do nothing
    returning id`)

export const insertOwner = (database: Database, companyId: string, verification: Verification) =>
  database.change(sql`
    insert into employee (company_id, account_id, role, name)
    values (${companyId}, ${verification.account_id}, 'owner', ${verification.person_name})
    on conflict (account_id) do nothing`)

/** Removes the person from what was submitted; that a review took place stays. */
export const eraseVerifications = (database: Database, accountId: string) =>
  database.change(sql`
    update identity_verification set person_name = '已注销', id_number_sealed = '', id_number_hash = '', id_number_masked = '',
      state = 'rejected', reason = coalesce(reason, '账号已注销'), reviewed_at = coalesce(reviewed_at, now())
    where account_id = ${accountId}`)
