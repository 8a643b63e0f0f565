import sql from 'sql-template-tag'
import type { PromotionState } from '#contract/operations/channels-names.ts'
import type { Database } from '../database/database.ts'

export interface CodeFields {
  starts_at: string
  ends_at: string | null
  use_limit: number | null
  coupon_type_id: string | null
}

export interface CodeRow {
  promotion_code: string
  channel_id: string
  state: PromotionState
  starts_at: Date
  ends_at: Date | null
  use_limit: number | null
  used: number
  disabled_at: Date | null
  coupon_type_id: string | null
  coupon_name: string | null
  created_at: Date
}

/** What a visitor would be told comes first. */
const select = sql`
  select code as promotion_code, channel_id, starts_at, ends_at, use_limit, used, disabled_at, coupon_type_id,
    coupon_type.name as coupon_name, promotion_code.created_at, case
      when disabled_at is not null or channel.state = 'ended' then 'disabled'
      when ends_at <= now() then 'ended'
      when starts_at > now() then 'upcoming'
      when used >= use_limit then 'used_up'
      else 'open' end as state
  from promotion_code join channel on channel.id = channel_id
  left join coupon_type on coupon_type.id = coupon_type_id`

export const codesOf = (database: Database, channelId: string, { limit, offset }: Record<'limit' | 'offset', number>) =>
  database.rows<CodeRow>(sql`
    ${select} where channel_id = ${channelId} order by promotion_code.created_at desc, code limit ${limit} offset ${offset}`)

export const countCodes = async (database: Database, channelId: string) =>
  (
    await database.row<{ total: number }>(sql`
    select count(*)::integer as total from promotion_code where channel_id = ${channelId}`)
  )?.total ?? 0

/** Uses of it wait until this transaction ends. */
export const lockCode = (database: Database, code: string) =>
  database.row<CodeRow>(sql`${select} where code = ${code} for no key update of promotion_code`)

/** Zero when there is one already, whosever it is. */
export const insertCode = (database: Database, code: string, channelId: string, fields: CodeFields) =>
  database.change(sql`
    insert into promotion_code (code, channel_id, starts_at, ends_at, use_limit, coupon_type_id)
    values (${code}, ${channelId}, ${fields.starts_at}::timestamptz, ${fields.ends_at}::timestamptz,
      ${fields.use_limit}::integer, ${fields.coupon_type_id}::uuid)
    on conflict (code) do nothing`)

export const updateCode = (database: Database, code: string, fields: CodeFields) =>
  database.change(sql`
    update promotion_code set starts_at = ${fields.starts_at}::timestamptz, ends_at = ${fields.ends_at}::timestamptz,
      use_limit = ${fields.use_limit}::integer, coupon_type_id = ${fields.coupon_type_id}::uuid
    where code = ${code}`)

export const setDisabled = (database: Database, code: string, disabled: boolean) =>
  database.change(sql`
    update promotion_code set disabled_at = ${disabled ? sql`coalesce(disabled_at, now())` : sql`null`}
    where code = ${code}`)

/** What a code can welcome with. */
export const welcomeTypes = (database: Database) =>
  database.rows<{ coupon_type_id: string; name: string }>(sql`
    select id as coupon_type_id, name from coupon_type
    where way = 'promotion' and published and coalesce(valid_until > now(), true) and coalesce(claim_ends_at > now(), true)
    order by id desc limit 200`)

export const isWelcomeType = async (database: Database, id: string): Promise<boolean> =>
  (await database.row(sql`select from coupon_type where id = ${id} and way = 'promotion'`)) !== undefined
