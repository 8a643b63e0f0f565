import { z } from 'zod'
import { verifyPromotionCode } from '#contract/channels.ts'
import type { ParsedOf } from '#contract/index.ts'
import type { Database } from '#server/database/database.ts'

const usability = verifyPromotionCode.output.extend({
  /** The code is within its window and not disabled, and its partner is active. */
  open: z.boolean(),
  used_up: z.boolean(),
})
export type PromotionUsability = z.output<typeof usability>

/** Codes are stored in upper case, and the contract converts them. */
export const findPromotion = (database: Database, code: string) =>
  database.row(usability)`
    select promotion_code.code as promotion_code, channel.name as channel_name, channel.greeting,
      promotion_code.starts_at <= now() and coalesce(promotion_code.ends_at > now(), true)
        and disabled_at is null and channel.state = 'active' as open,
      coalesce(promotion_code.used >= promotion_code.use_limit, false) as used_up
    from promotion_code join channel on channel.id = promotion_code.channel_id
    where promotion_code.code = ${code}`

/** Checks and counts in one statement, so that of many concurrent uses only as many as the limit allows change a row. */
export const countUse = (database: Database, code: string) =>
  database.change`
    update promotion_code set used = used + 1
    where code = ${code} and starts_at <= now() and coalesce(ends_at > now(), true) and disabled_at is null
      and exists (select from channel where channel.id = channel_id and state = 'active')
      and (use_limit is null or used < use_limit)`

type Registration = Pick<
  ParsedOf<'channelRegister'>,
  'promotion_code' | 'company_name' | 'credit_code' | 'industry_id' | 'size' | 'contact_name'
>

export const insertRegistration = (database: Database, accountId: string, registration: Registration) =>
  database.change`
    insert into channel_registration
      (promotion_code, account_id, company_name, credit_code, industry_id, size, contact_name)
    values (${registration.promotion_code}, ${accountId}, ${registration.company_name},
      ${registration.credit_code}, ${registration.industry_id}, ${registration.size}, ${registration.contact_name})`
