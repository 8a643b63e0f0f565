import sql, { type Sql } from 'sql-template-tag'

/**
 * SQL to select from: the newest verification of an account. It is empty once that verification's claim has ended, because earlier
 * rejections no longer say anything about the account.
 */
export const newestVerification = (accountId: Sql) => sql`(
  select * from identity_verification where account_id = ${accountId} order by created_at desc limit 1
) as newest where claim_ended_at is null`
