import sql from 'sql-template-tag'
import type { Database } from '../database/database.ts'

interface Asked {
  companyId: string
  accountId: string
  action: 'audit' | 'authorization'
}

export const insertCaptcha = (
  company: Database,
  { companyId, accountId, action }: Asked,
  code: { deviceIds: string[]; hash: Buffer; minutes: number },
) =>
  company.change(sql`
    insert into admin_captcha (company_id, account_id, action, device_ids, code_hash, expires_at)
    values (${companyId}, ${accountId}, ${action}, ${code.deviceIds}::uuid[], ${code.hash},
      now() + make_interval(mins => ${code.minutes}))`)

/** Counts a try at the newest one, if it may still be tried. */
export const tryCaptcha = (company: Database, { companyId, accountId, action }: Asked, tries: number) =>
  company.row<{ id: string; code_hash: Buffer }>(sql`
    update admin_captcha set attempts = attempts + 1
    where company_id = ${companyId} and id = (
      select id from admin_captcha
      where company_id = ${companyId} and account_id = ${accountId} and action = ${action}
      order by created_at desc, id desc limit 1
    ) and attempts < ${tries} and used_at is null and expires_at > now()
    returning id, code_hash`)

/** Zero for the second of two at once. */
export const useCaptcha = (transaction: Database, companyId: string, id: string) =>
  transaction.change(sql`
    update admin_captcha set used_at = now() where company_id = ${companyId} and id = ${id} and used_at is null`)
