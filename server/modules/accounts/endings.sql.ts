import sql, { type Sql } from 'sql-template-tag'
import { z } from 'zod'
import type { Database } from '#server/database/database.ts'

export type EndReason =
  | 'signed_out'
  | 'reused'
  | 'password'
  | 'phone'
  | 'passkey'
  | 'manager'
  | 'operator'
  | 'disabled'
  | 'deleted'

const family = z.object({ family_id: z.string() })

/**
 * Ends logins, each with every sid of it: those whose `family_id` the query returns. Every way to end a login uses this. The locks
 * of the first sessions make concurrent refreshes wait, or wait for them: otherwise a sid that is handed out meanwhile would live
 * on. Sessions that `except` matches stay. Returns how many logins had a sid to end.
 */
export const endFamilies = (
  database: Database,
  families: Sql,
  reason: EndReason,
  except: Sql = sql`false`,
): Promise<number> =>
  database.transaction(async transaction => {
    const locked = await transaction.rows(family)`
      select id as family_id from session where id in (${families}) order by id for no key update`
    return transaction.change`
      with ended as (
        update session set ended_at = now(), end_reason = ${reason}
        where family_id = any(${locked.map(({ family_id }) => family_id)}::uuid[]) and (ended_at is null or ended_at > now())
          and not ${except}
        returning family_id
      )
      select distinct family_id from ended`
  })
