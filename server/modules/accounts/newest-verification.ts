import sql, { type Sql } from 'sql-template-tag'

/**
 * SQL to select from: the newest verification of an account. Where the claim of that one has ended there is none, because what was
 * rejected before it says nothing about the account any more.
 */
export const newestVerification = (accountId: Sql) => sql`(
  select * from identity_verification where account_id = ${accountId} order by created_at desc limit 1
) as newest where claim_ended_at is null`
