import sql from 'sql-template-tag'
import type { Database } from '../database/database.ts'

export interface PromotionRow {
  code: string
  channel_name: string
  greeting: string
  /** Within its window, not disabled, and of a partner with whom it is not over. */
  open: boolean
  used_up: boolean
}

/** Codes are stored in capitals; the contract turns them so. */
export const findPromotion = (database: Database, code: string) =>
  database.row<PromotionRow>(sql`
    select promotion_code.code, channel.name as channel_name, channel.greeting,
      promotion_code.starts_at <= now() and coalesce(promotion_code.ends_at > now(), true)
        and disabled_at is null and channel.state = 'active' as open,
      coalesce(promotion_code.used >= promotion_code.use_limit, false) as used_up
    from promotion_code join channel on channel.id = promotion_code.channel_id
    where promotion_code.code = ${code}`)

/** Judged and counted in one statement: of many at once, only as many as the limit still allows change a row. */
export const countUse = (database: Database, code: string) =>
  database.change(sql`
    update promotion_code set used = used + 1
    where code = ${code} and starts_at <= now() and coalesce(ends_at > now(), true) and disabled_at is null
      and exists (select from channel where channel.id = channel_id and state = 'active')
      and (use_limit is null or used < use_limit)`)

export interface NewRegistration {
  promotionCode: string
  accountId: string
  companyName: string
  creditCode: string
  industryId: string
  size: string
  contactName: string
}

export const insertRegistration = (database: Database, registration: NewRegistration) =>
  database.change(sql`
    insert into channel_registration
      (promotion_code, account_id, company_name, credit_code, industry_id, size, contact_name)
    values (${registration.promotionCode}, ${registration.accountId}, ${registration.companyName},
      ${registration.creditCode}, ${registration.industryId}, ${registration.size}, ${registration.contactName})`)
