import { z } from 'zod'
import type { Database } from '#server/database/database.ts'

const hours = z.object({ times: z.int(), days: z.int() })

/** Counts the gifts of hours to a company, and their days that were not reclaimed. */
export const hoursGiven = (database: Database, companyId: string) =>
  database.one(hours)`
    select count(*) filter (where days > 0)::integer as times, coalesce(sum(days), 0)::integer as days
    from service_entry where company_id = ${companyId} and kind = 'gift'`

const coupons = z.object({ same: z.int(), unused: z.int() })

/** Counts a company's coupons: those of one type, used or not, and all that it can still use. */
export const couponsHeld = (database: Database, companyId: string, couponTypeId: string) =>
  database.one(coupons)`
    select count(*) filter (where coupon_type_id = ${couponTypeId})::integer as same,
      count(*) filter (where state = 'unused' and valid_until > now())::integer as unused
    from coupon where company_id = ${companyId}`
