import sql from 'sql-template-tag'
import { z } from 'zod'
import { id, instant } from '#contract/fields.ts'
import { channels } from '#contract/operations/channels.ts'
import { startOfDay } from '#server/database/china-day.ts'
import { countRows } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'
import { values } from '#server/database/values.ts'
import { refundedOf } from './results.sql.ts'

const settlement = channels.getSettlementList.output.shape.list.element
const sums = channels.previewSettlement.output.omit({ commission_percent: true })
export type Sums = z.output<typeof sums>

const dueRow = sums.omit({ orders: true, corrections: true, carried: true }).extend({
  kind: z.enum(['order', 'correction']),
  company_id: id,
  order_id: id,
  number: z.string(),
  company_name: z.string(),
  promotion_code: z.string(),
  paid_at: instant,
  /** The order was paid before the month, and was not settled then. */
  late: z.boolean(),
  commission_percent: settlement.shape.commission_percent,
})
export type DueRow = z.output<typeof dueRow>

const settlementRow = settlement.omit({ payment: true }).extend({
  paid_at: instant.nullable(),
  paid_by: z.string().nullable(),
  bank_reference: z.string().nullable(),
})
export type SettlementRow = z.output<typeof settlementRow>

const firstOf = (month: string) => `${month}-01`
/** Returns midnight in China at the end of a month. */
const endOf = (month: string) =>
  sql`date_trunc('month', ${startOfDay(firstOf(month))}::timestamptz + interval '32 days', 'Asia/Shanghai')`

const standing = z.object({ over: z.boolean(), settled: z.boolean() })

/** Returns whether a month can be settled: it has to be over, and neither it nor a later one may be settled. */
export const standingOf = (database: Database, channelId: string, month: string) =>
  database.row(standing)`
    select ${endOf(month)} <= now() as over,
      exists (select from settlement where channel_id = ${channelId} and month >= ${firstOf(month)}::date) as settled`

/**
 * Returns what a partner is due at the end of a month: each order that was paid by then and not settled yet, at the present
 * percentage, and for settled orders what has been refunded since, at the percentage of their settlement. All settlements then add
 * up to the orders' net amounts to date.
 */
export const dueRows = (database: Database, channelId: string, month: string) =>
  database.rows(dueRow)`
    with bought as (
      select shop_order.company_id, shop_order.id as order_id, number, company.name as company_name,
        company.promotion_code, paid_at, payable as paid, ${refundedOf} as refunded
      from promotion_code join company on company.promotion_code = code
      join shop_order on shop_order.company_id = company.id
      where channel_id = ${channelId} and payable > 0 and product <> 'balance'
        and paid_at < ${endOf(month)}
    ), settled as (
      select company_id, order_id, sum(settlement_order.paid)::bigint as paid,
        sum(settlement_order.refunded)::bigint as refunded,
        sum(settlement_order.commission)::bigint as commission, max(settlement_order.commission_percent) as percent
      from settlement_order join settlement on settlement.id = settlement_id
      where channel_id = ${channelId} group by company_id, order_id
    ), changed as (
      select bought.*, settled.order_id is not null as known, coalesce(settled.paid, 0) as paid_before,
        coalesce(settled.refunded, 0) as refunded_before, coalesce(settled.commission, 0) as commission_before,
        coalesce(percent, (select commission_percent from channel where id = ${channelId})) as percent
      from bought left join settled using (company_id, order_id)
      where settled.order_id is null or settled.refunded <> bought.refunded or settled.paid <> bought.paid
    )
    select case when known then 'correction' else 'order' end as kind, company_id, order_id, number, company_name,
      promotion_code, paid_at, not known and paid_at < ${startOfDay(firstOf(month))}::timestamptz as late,
      paid - paid_before as paid, refunded - refunded_before as refunded,
      paid - paid_before - (refunded - refunded_before) as base, percent::float8 as commission_percent,
      (floor((paid - refunded) * percent / 100) - commission_before)::bigint as commission
    from changed order by known, paid_at, order_id`

const carried = z.object({ carried: z.int() })

/** Fen, zero or less: the negative balance of earlier settlements with a partner, less what later ones have offset. */
export const carriedFor = async (database: Database, channelId: string): Promise<number> =>
  (
    await database.one(carried)`
      select coalesce(sum(least(0, commission + carried) - carried), 0)::bigint as carried
      from settlement where channel_id = ${channelId}`
  ).carried

const insertedId = z.object({ id })

export const insertSettlement = async (
  database: Database,
  input: Sums & {
    channelId: string
    month: string
    percent: number
    fileId: string
    sha256: string
    operatorId: string
    rows: DueRow[]
  },
): Promise<string> => {
  const { channelId, month, percent, fileId, sha256, operatorId, rows, ...sums } = input
  const inserted = await database.one(insertedId)`
    insert into settlement (channel_id, month, commission_percent, orders, corrections, paid, refunded, base, commission,
      carried, file_id, file_sha256, operator_id)
    values (${channelId}, ${firstOf(month)}::date, ${percent}::numeric, ${sums.orders}, ${sums.corrections}, ${sums.paid},
      ${sums.refunded}, ${sums.base}, ${sums.commission}, ${sums.carried}, ${fileId}, ${sha256}, ${operatorId}) returning id`
  await database.change`
    insert into settlement_order (settlement_id, company_id, order_id, kind, paid, refunded, base, commission_percent,
      commission)
    select ${inserted.id}, company_id, order_id, kind, paid, refunded, base, commission_percent, commission
    from ${values(rows, {
      company_id: 'uuid',
      order_id: 'uuid',
      kind: 'text',
      paid: 'bigint',
      refunded: 'bigint',
      base: 'bigint',
      commission_percent: 'numeric',
      commission: 'bigint',
    })}`
  return inserted.id
}

export const insertSettlementFile = async (
  database: Database,
  file: { size: number; sha256: string; key: string; fileName: string; contentType: string },
): Promise<string> => {
  const inserted = await database.one(insertedId)`
    insert into stored_file (purpose, content_type, size, sha256, storage_key, file_name)
    values ('settlement', ${file.contentType}, ${file.size}, ${file.sha256}, ${file.key}, ${file.fileName}) returning id`
  return inserted.id
}

export const settlementsOf = (
  database: Database,
  channelId: string,
  { limit, offset }: Record<'limit' | 'offset', number>,
) =>
  database.rows(settlementRow)`
    select settlement.id as settlement_id, to_char(month, 'YYYY-MM') as month,
      commission_percent::float8 as commission_percent, orders, corrections, paid, refunded, base, commission, carried, file_sha256,
      operator.display_name as operator, settlement.created_at, paid_at, payer.display_name as paid_by, bank_reference
    from settlement join operator on operator.id = operator_id left join operator payer on payer.id = paid_by
    where channel_id = ${channelId} order by month desc limit ${limit} offset ${offset}`

const paidSettlement = settlement.pick({ month: true, commission: true, carried: true }).extend({ channel_id: id })

/** Returns undefined when it is marked already or has nothing to pay, so that of two concurrent calls only one marks it. */
export const markPaid = (
  database: Database,
  settlementId: string,
  { operatorId, reference }: { operatorId: string; reference: string },
) =>
  database.row(paidSettlement)`
    update settlement set paid_at = now(), paid_by = ${operatorId}, bank_reference = ${reference}
    where id = ${settlementId} and paid_at is null and commission + carried > 0
    returning channel_id, to_char(month, 'YYYY-MM') as month, commission, carried`

/** Returns undefined when it is not marked, or has another reference by now. */
export const revokePaid = (database: Database, settlementId: string, reference: string) =>
  database.row(paidSettlement)`
    update settlement set paid_at = null, paid_by = null, bank_reference = null
    where id = ${settlementId} and bank_reference = ${reference}
    returning channel_id, to_char(month, 'YYYY-MM') as month, commission, carried`

export const countSettlements = (database: Database, channelId: string) =>
  countRows(database, sql`settlement where channel_id = ${channelId}`)

const foundFile = z.object({ file_id: id, file_name: z.string(), channel_id: id, month: settlement.shape.month })

export const settlementFile = (database: Database, settlementId: string) =>
  database.row(foundFile)`
    select file_id, file_name, channel_id, to_char(month, 'YYYY-MM') as month
    from settlement join stored_file on stored_file.id = file_id where settlement.id = ${settlementId}`
