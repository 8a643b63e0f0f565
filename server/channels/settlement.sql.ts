import sql from 'sql-template-tag'
import { startOfDay } from '../database/china-day.ts'
import type { Database } from '../database/database.ts'
import { refundedOf } from './results.sql.ts'

export interface DueRow {
  kind: 'order' | 'correction'
  company_id: string
  order_id: string
  number: string
  company_name: string
  promotion_code: string
  paid_at: Date
  /** Paid before the month, and not settled then. */
  late: boolean
  paid: number
  refunded: number
  base: number
  commission_percent: number
  commission: number
}

export interface Sums {
  orders: number
  corrections: number
  paid: number
  refunded: number
  base: number
  commission: number
}

export interface SettlementRow extends Sums {
  settlement_id: string
  month: string
  commission_percent: number
  file_sha256: string
  operator: string
  created_at: Date
  paid_at: Date | null
  paid_by: string | null
  bank_reference: string | null
}

const firstOf = (month: string) => `${month}-01`
/** Midnight in China at the end of a month. */
const endOf = (month: string) =>
  sql`date_trunc('month', ${startOfDay(firstOf(month))} + interval '32 days', 'Asia/Shanghai')`

/** Whether a month can be settled: it has to be over, and neither it nor a later one settled. */
export const standingOf = (database: Database, channelId: string, month: string) =>
  database.row<{ over: boolean; settled: boolean }>(sql`
    select ${endOf(month)} <= now() as over,
      exists (select from settlement where channel_id = ${channelId} and month >= ${firstOf(month)}::date) as settled`)

/**
 * What a partner is due at the end of a month: each order that was paid by then and not settled yet, at the present
 * percentage; and of those that were settled, what has been refunded since, at theirs. What is settled with this adds up to
 * what the orders have brought to this day.
 */
export const dueRows = (database: Database, channelId: string, month: string) =>
  database.rows<DueRow>(sql`
    with bought as (
      select shop_order.company_id, shop_order.id as order_id, number, company.name as company_name,
        company.promotion_code, paid_at, payable as paid, ${refundedOf} as refunded
      from promotion_code join company on company.promotion_code = code
      join shop_order on shop_order.company_id = company.id
      where channel_id = ${channelId} and payable > 0
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
      promotion_code, paid_at, not known and paid_at < ${startOfDay(firstOf(month))} as late,
      paid - paid_before as paid, refunded - refunded_before as refunded,
      paid - paid_before - (refunded - refunded_before) as base, percent::float8 as commission_percent,
      (floor((paid - refunded) * percent / 100) - commission_before)::bigint as commission
    from changed order by known, paid_at, order_id`)

export const insertSettlement = async (
  database: Database,
  settlement: Sums & {
    channelId: string
    month: string
    percent: number
    fileId: string
    sha256: string
    operatorId: string
    rows: DueRow[]
  },
): Promise<string> => {
  const { channelId, month, percent, fileId, sha256, operatorId, rows, ...sums } = settlement
  const made = await database.row<{ id: string }>(sql`
    insert into settlement (channel_id, month, commission_percent, orders, corrections, paid, refunded, base, commission,
      file_id, file_sha256, operator_id)
    values (${channelId}, ${firstOf(month)}::date, ${percent}::numeric, ${sums.orders}, ${sums.corrections}, ${sums.paid},
      ${sums.refunded}, ${sums.base}, ${sums.commission}, ${fileId}, ${sha256}, ${operatorId}) returning id`)
  if (!made) throw new Error('settlement answered no row')
  await database.change(sql`
    insert into settlement_order (settlement_id, company_id, order_id, kind, paid, refunded, base, commission_percent,
      commission)
    select ${made.id}, company_id, order_id, kind, paid, refunded, base, commission_percent, commission
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (company_id uuid, order_id uuid, kind text, paid bigint,
      refunded bigint, base bigint, commission_percent numeric, commission bigint)`)
  return made.id
}

export const insertSettlementFile = async (
  database: Database,
  file: { size: number; sha256: string; key: string; fileName: string; contentType: string },
): Promise<string> => {
  const made = await database.row<{ id: string }>(sql`
    insert into stored_file (purpose, content_type, size, sha256, storage_key, file_name)
    values ('settlement', ${file.contentType}, ${file.size}, ${file.sha256}, ${file.key}, ${file.fileName}) returning id`)
  if (!made) throw new Error('stored_file answered no row')
  return made.id
}

export const settlementsOf = (
  database: Database,
  channelId: string,
  { limit, offset }: Record<'limit' | 'offset', number>,
) =>
  database.rows<SettlementRow>(sql`
    select settlement.id as settlement_id, to_char(month, 'YYYY-MM') as month,
      commission_percent::float8 as commission_percent, orders, corrections, paid, refunded, base, commission, file_sha256,
      operator.display_name as operator, settlement.created_at, paid_at, payer.display_name as paid_by, bank_reference
    from settlement join operator on operator.id = operator_id left join operator payer on payer.id = paid_by
    where channel_id = ${channelId} order by month desc limit ${limit} offset ${offset}`)

/** Of two at once one marks it; undefined when it is marked already, or has nothing to pay. */
export const markPaid = (
  database: Database,
  id: string,
  { operatorId, reference }: { operatorId: string; reference: string },
) =>
  database.row<{ channel_id: string; month: string; commission: number }>(sql`
    update settlement set paid_at = now(), paid_by = ${operatorId}, bank_reference = ${reference}
    where id = ${id} and paid_at is null and commission > 0
    returning channel_id, to_char(month, 'YYYY-MM') as month, commission`)

export const countSettlements = async (database: Database, channelId: string) =>
  (
    await database.row<{ total: number }>(sql`
    select count(*)::integer as total from settlement where channel_id = ${channelId}`)
  )?.total ?? 0

export const settlementFile = (database: Database, id: string) =>
  database.row<{ file_id: string; file_name: string; channel_id: string; month: string }>(sql`
    select file_id, file_name, channel_id, to_char(month, 'YYYY-MM') as month
    from settlement join stored_file on stored_file.id = file_id where settlement.id = ${id}`)
