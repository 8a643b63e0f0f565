import { z } from 'zod'
import type { adminActions } from '#contract/device-names.ts'
import { id } from '#contract/fields.ts'
import type { Database } from '#server/database/database.ts'

export type Action = (typeof adminActions)[number]

interface CaptchaFor {
  companyId: string
  accountId: string
  action: Action
}

export const insertCaptcha = (
  company: Database,
  { companyId, accountId, action }: CaptchaFor,
  code: { ids: string[]; hash: Buffer; minutes: number },
) =>
  company.change`
    insert into admin_captcha (company_id, account_id, action, device_ids, code_hash, expires_at)
    values (${companyId}, ${accountId}, ${action}, ${code.ids}::uuid[], ${code.hash},
      now() + make_interval(mins => ${code.minutes}))`

const triedCaptcha = z.object({ id, code_hash: z.instanceof(Buffer) })

/** Counts a try at the newest code, if it may still be tried. */
export const tryCaptcha = (company: Database, { companyId, accountId, action }: CaptchaFor, tries: number) =>
  company.row(triedCaptcha)`
    update admin_captcha set attempts = attempts + 1
    where company_id = ${companyId} and id = (
      select id from admin_captcha
      where company_id = ${companyId} and account_id = ${accountId} and action = ${action}
      order by created_at desc, id desc limit 1
    ) and attempts < ${tries} and used_at is null and expires_at > now()
    returning id, code_hash`

/** Returns zero for the second of two concurrent uses. */
export const useCaptcha = (transaction: Database, companyId: string, id: string) =>
  transaction.change`
    update admin_captcha set used_at = now() where company_id = ${companyId} and id = ${id} and used_at is null`
