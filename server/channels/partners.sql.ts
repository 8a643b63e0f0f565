import sql, { join, type Sql } from 'sql-template-tag'
import type { ChannelState } from '#contract/operations/channels-names.ts'
import type { Database } from '../database/database.ts'
import { containing } from '../database/like.ts'

export interface Partner {
  id: string
  name: string
  greeting: string
  contact_name: string
  contact_phone: string
  state: ChannelState
  commission_percent: number
  created_at: Date
}

export interface PartnerFields {
  name: string
  greeting: string
  contact_name: string
  /** Undefined keeps what there is. */
  contact_phone: string | undefined
}

type Page = Record<'limit' | 'offset', number>

const columns = sql`id, name, greeting, contact_name, contact_phone, state, commission_percent::float8 as commission_percent,
  created_at`

interface Filters {
  keyword?: string | undefined
  state?: ChannelState | undefined
}

function matching({ keyword, state }: Filters): Sql {
  const conditions = [sql`true`]
  if (state) conditions.push(sql`state = ${state}`)
  if (keyword)
    conditions.push(sql`(name ilike ${containing(keyword)} or contact_name ilike ${containing(keyword)} or id in (
      select channel_id from promotion_code where code = ${keyword.toUpperCase()}))`)
  return join(conditions, ' and ')
}

export const partners = (database: Database, filters: Filters, { limit, offset }: Page) =>
  database.rows<Partner & { codes: number; registrations: number; companies: number }>(sql`
    select ${columns},
      (select count(*)::integer from promotion_code where channel_id = channel.id) as codes,
      (select count(*)::integer from account join promotion_code on code = account.promotion_code
        where channel_id = channel.id) as registrations,
      (select count(*)::integer from company join promotion_code on code = company.promotion_code
        where channel_id = channel.id) as companies
    from channel where ${matching(filters)} order by id desc limit ${limit} offset ${offset}`)

export const countPartners = async (database: Database, filters: Filters) =>
  (
    await database.row<{ total: number }>(sql`
    select count(*)::integer as total from channel where ${matching(filters)}`)
  )?.total ?? 0

export const findPartner = (database: Database, id: string) =>
  database.row<Partner>(sql`select ${columns} from channel where id = ${id}`)

export const lockPartner = (database: Database, id: string) =>
  database.row<Partner>(sql`select ${columns} from channel where id = ${id} for no key update`)

export const insertPartner = (database: Database, fields: PartnerFields) =>
  database.row<{ id: string }>(sql`
    insert into channel (name, greeting, contact_name, contact_phone)
    values (${fields.name}, ${fields.greeting}, ${fields.contact_name}, ${fields.contact_phone ?? ''}) returning id`)

export const updatePartner = (database: Database, id: string, fields: PartnerFields) =>
  database.change(sql`
    update channel set name = ${fields.name}, greeting = ${fields.greeting}, contact_name = ${fields.contact_name},
      contact_phone = coalesce(${fields.contact_phone ?? null}, contact_phone) where id = ${id}`)

export const setCommission = (database: Database, id: string, percent: number) =>
  database.change(sql`update channel set commission_percent = ${percent}::numeric where id = ${id}`)

export const setPartnerState = (database: Database, id: string, state: ChannelState) =>
  database.change(sql`update channel set state = ${state} where id = ${id}`)
