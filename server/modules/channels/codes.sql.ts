import sql from 'sql-template-tag'
import type { z } from 'zod'
import { channels } from '#contract/operations/channels.ts'
import { promotion } from '#contract/records/promotion.ts'
import type { Changes } from '#server/core/with-changes.ts'
import { assigned } from '#server/database/assigned.ts'
import { countRows, holds } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'
import { selectList } from '#server/database/select-list.ts'

const { state, coupon_name } = channels.getPromotionCodeList.output.shape.list.element.shape
const codeRow = promotion.schema.extend({ state, coupon_name })
export type CodeRow = z.output<typeof codeRow>
/** The fields of a code that an operator sets. */
export type CodeFields = Pick<CodeRow, 'starts_at' | 'ends_at' | 'use_limit' | 'coupon_type_id'>

/** Of several states, the one that a visitor would see wins. */
const select = sql`
  select ${selectList(promotion.schema, { promotion_code: 'code' }, 'promotion_code')}, coupon_type.name as coupon_name, case
      when disabled_at is not null or channel.state = 'ended' then 'disabled'
      when ends_at <= now() then 'ended'
      when starts_at > now() then 'upcoming'
      when used >= use_limit then 'used_up'
      else 'open' end as state
  from promotion_code join channel on channel.id = channel_id
  left join coupon_type on coupon_type.id = coupon_type_id`

export const codesOf = (database: Database, channelId: string, { limit, offset }: Record<'limit' | 'offset', number>) =>
  database.rows(codeRow)`
    ${select} where channel_id = ${channelId}
    order by promotion_code.created_at desc, code limit ${limit} offset ${offset}`

export const countCodes = (database: Database, channelId: string) =>
  countRows(database, sql`promotion_code where channel_id = ${channelId}`)

/** Locks a code, so that uses of it wait until this transaction ends. */
export const lockCode = (database: Database, code: string) =>
  database.row(codeRow)`${select} where code = ${code} for no key update of promotion_code`

/** Returns zero when the code exists already, whichever partner it belongs to. */
export const insertCode = (database: Database, code: string, channelId: string, fields: CodeFields) =>
  database.change`
    insert into promotion_code (code, channel_id, starts_at, ends_at, use_limit, coupon_type_id)
    values (${code}, ${channelId}, ${fields.starts_at}::timestamptz, ${fields.ends_at}::timestamptz,
      ${fields.use_limit}::integer, ${fields.coupon_type_id}::uuid)
    on conflict (code) do nothing`

/** An undefined value leaves a column as it is. */
export const updateCode = (
  database: Database,
  code: string,
  { starts_at, ends_at, use_limit, coupon_type_id }: Changes<CodeFields>,
) =>
  database.change`
    update promotion_code set ${assigned({ starts_at, ends_at, use_limit, coupon_type_id })} where code = ${code}`

export const setDisabled = (database: Database, code: string, disabled: boolean) =>
  database.change`
    update promotion_code set disabled_at = ${disabled ? sql`coalesce(disabled_at, now())` : sql`null`}
    where code = ${code}`

/** Lists the coupon types that a code can grant as a welcome. */
export const welcomeTypes = (database: Database) =>
  database.rows(channels.getWelcomeCouponList.output.shape.list.element)`
    select id as coupon_type_id, name from coupon_type
    where way = 'promotion' and published and coalesce(valid_until > now(), true)
      and coalesce(claim_ends_at > now(), true)
    order by id desc limit 200`

export const isWelcomeType = (database: Database, id: string) =>
  holds(database, sql`exists (select from coupon_type where id = ${id} and way = 'promotion')`)
