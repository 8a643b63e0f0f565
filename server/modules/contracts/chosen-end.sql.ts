import sql from 'sql-template-tag'
import { holds } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'

/** Reports whether the lines of a renewal end on a chosen day, and not a number of days after it is paid. */
export const endsAsChosen = (database: Database, companyId: string, orderId: string) =>
  holds(
    database,
    sql`exists (select from order_item where company_id = ${companyId} and order_id = ${orderId} and until is not null)`,
  )
