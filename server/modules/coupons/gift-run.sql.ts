import { z } from 'zod'
import { id } from '#contract/fields.ts'
import type { Database } from '#server/database/database.ts'
import { gift } from './gifts.sql.ts'

/**
 * Returns zero when the gift was begun already, which guards against a second press of the button. An interrupted gift continues.
 */
export const startGift = (database: Database, id: string) =>
  database.change`
    update coupon_gift set state = 'running', started_at = coalesce(started_at, now()), ended_at = null
    where id = ${id} and state in ('previewed', 'failed') and total > 0`

const lockedGift = gift.pick({ coupon_type_id: true, state: true })

export const lockGift = (database: Database, id: string) =>
  database.row(lockedGift)`select coupon_type_id, state from coupon_gift where id = ${id} for no key update`

const readyRow = z.object({
  position: z.int(),
  company_id: id,
  credit_code: z.string(),
  /** True if the company was frozen after the list was resolved; the coupon itself refuses a closed company. */
  frozen: z.boolean(),
})

export const readyRows = (database: Database, giftId: string, limit: number | null) =>
  database.rows(readyRow)`
    select position, company_id, credit_code, company.state = 'frozen' and closed_at is null as frozen from coupon_gift_row join company on company.id = company_id
    where gift_id = ${giftId} and outcome = 'ready' order by position limit ${limit}::integer`

export const settleRow = (
  database: Database,
  id: string,
  {
    position,
    outcome,
    reason = '',
  }: { position: number; outcome: 'given' | 'limit' | 'refused'; reason?: string | undefined },
) =>
  database.change`
    update coupon_gift_row set outcome = ${outcome}, reason = ${reason} where gift_id = ${id} and position = ${position}`

export const recordProgress = (database: Database, id: string, { done, given }: { done: number; given: number }) =>
  database.change`update coupon_gift set done = done + ${done}, given = given + ${given} where id = ${id}`

export const endGift = (database: Database, id: string, state: 'done' | 'failed') =>
  database.change`
    update coupon_gift set state = ${state}, ended_at = now() where id = ${id} and state = 'running'`
