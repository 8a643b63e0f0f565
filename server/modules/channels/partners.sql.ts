import sql, { join, type Sql } from 'sql-template-tag'
import { channels } from '#contract/operations/channels.ts'
import type { OperationParsed } from '#contract/operations/index.ts'
import { type Channel, channel } from '#contract/records/channel.ts'
import type { Changes } from '#server/core/with-changes.ts'
import { assigned } from '#server/database/assigned.ts'
import { countRows } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'
import { containing } from '#server/database/like.ts'
import { selectList } from '#server/database/select-list.ts'

/** The fields of a partner that an operator sets. */
type PartnerFields = Pick<Channel, 'name' | 'greeting' | 'contact_name'> & { contact_phone?: string | undefined }
type Filters = Omit<OperationParsed<'getChannelList'>, 'page' | 'page_size'>

const columns = selectList(channel.schema, {
  channel_id: 'id',
  commission_percent: 'commission_percent::float8',
})

function matching({ keyword, state }: Filters): Sql {
  const conditions = [sql`true`]
  if (state) conditions.push(sql`state = ${state}`)
  if (keyword)
    conditions.push(sql`(name ilike ${containing(keyword)} or contact_name ilike ${containing(keyword)} or id in (
      select channel_id from promotion_code where code = ${keyword.toUpperCase()}))`)
  return join(conditions, ' and ')
}

export const partners = (database: Database, filters: Filters, { limit, offset }: Record<'limit' | 'offset', number>) =>
  database.rows(channels.getChannelList.output.shape.list.element)`
    select ${columns},
      (select count(*) from promotion_code where channel_id = channel.id) as codes,
      (select count(*) from account join promotion_code on code = account.promotion_code
        where channel_id = channel.id) as registrations,
      (select count(*) from company join promotion_code on code = company.promotion_code
        where channel_id = channel.id) as companies
    from channel where ${matching(filters)} order by id desc limit ${limit} offset ${offset}`

export const countPartners = (database: Database, filters: Filters) =>
  countRows(database, sql`channel where ${matching(filters)}`)

export const findPartner = (database: Database, id: string) =>
  database.row(channel.schema)`select ${columns} from channel where id = ${id}`

export const lockPartner = (database: Database, id: string) =>
  database.row(channel.schema)`select ${columns} from channel where id = ${id} for no key update`

const insertedPartner = channel.schema.pick({ channel_id: true })

export const insertPartner = (database: Database, fields: PartnerFields) =>
  database.one(insertedPartner)`
    insert into channel (name, greeting, contact_name, contact_phone)
    values (${fields.name}, ${fields.greeting}, ${fields.contact_name}, ${fields.contact_phone ?? ''})
    returning id as channel_id`

/** An undefined value leaves a column as it is. */
export const updatePartner = (
  database: Database,
  id: string,
  { name, greeting, contact_name, contact_phone }: Changes<PartnerFields>,
) =>
  database.change`
    update channel set ${assigned({ name, greeting, contact_name, contact_phone })} where id = ${id}`

export const setCommission = (database: Database, id: string, percent: number) =>
  database.change`update channel set commission_percent = ${percent}::numeric where id = ${id}`

export const setPartnerState = (database: Database, id: string, state: Channel['state']) =>
  database.change`update channel set state = ${state} where id = ${id}`
