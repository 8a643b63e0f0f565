import sql, { empty, type Sql } from 'sql-template-tag'
import { z } from 'zod'
import type { BalanceKind } from '#contract/balance-names.ts'
import { balanceEntry } from '#contract/records/balance-entry.ts'
import { betweenDays } from '#server/database/china-day.ts'
import { countRows } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'
import type { Page } from '#server/database/listed.ts'
import { actorName } from '#server/engines/activity/context.ts'

export type Entry = z.output<typeof balanceEntry.schema>

const balance = z.object({ amount: z.int() })

export const balanceOf = async (database: Database, companyId: string): Promise<number> =>
  (await database.row(balance)`select amount from company_balance where company_id = ${companyId}`)?.amount ?? 0

/** Guard: the lock, without which a balance moves between its confirmation and its use. */
export const lockBalance = async (transaction: Database, companyId: string): Promise<number> =>
  (
    await transaction.row(balance)`
    select amount from company_balance where company_id = ${companyId} for no key update`
  )?.amount ?? 0

export interface Booking {
  companyId: string
  kind: BalanceKind
  /** Fen; negative amounts are taken from the balance. */
  amount: number
  orderId: string | null
  note: string
}

export const ensureBalance = (transaction: Database, companyId: string) =>
  transaction.change`insert into company_balance (company_id) values (${companyId}) on conflict do nothing`

/**
 * Changes the balance and writes its ledger entry, in one statement. Returns undefined, and changes nothing, when the balance would
 * fall below zero. Guard: `amount + change >= 0`, without which two concurrent payments spend it twice. The entry's time is later
 * than the previous one's, so that the ledger is listed in the order of the balance's changes.
 */
export const book = (transaction: Database, { companyId, kind, amount, orderId, note }: Booking) =>
  transaction.row(balance)`
    with changed as (
      update company_balance set amount = amount + ${amount}::bigint,
        moved_at = greatest(clock_timestamp(), moved_at + interval '1 millisecond')
      where company_id = ${companyId} and amount + ${amount}::bigint >= 0
      returning amount, moved_at
    ), entry as (
      insert into balance_entry (company_id, kind, amount, balance_after, order_id, actor_name, note, created_at)
      select ${companyId}, ${kind}, ${amount}::bigint, amount, ${orderId}, ${actorName()}, ${note}, moved_at from changed
    )
    select amount from changed`

export interface LedgerFilter {
  kind?: BalanceKind | undefined
  from?: string | undefined
  to?: string | undefined
}

const matching = (companyId: string, { kind, from, to }: LedgerFilter): Sql => sql`
  balance_entry.company_id = ${companyId} ${kind ? sql`and balance_entry.kind = ${kind}` : empty}
  and ${betweenDays('balance_entry.created_at', from, to)}`

export const listEntries = (database: Database, companyId: string, filter: LedgerFilter, { limit, offset }: Page) =>
  database.rows(balanceEntry.schema)`
    select balance_entry.id as entry_id, balance_entry.kind, amount, balance_after, order_id,
      shop_order.number as order_number, actor_name, note, balance_entry.created_at
    from balance_entry
    left join shop_order on shop_order.company_id = balance_entry.company_id and shop_order.id = order_id
    where ${matching(companyId, filter)}
    order by balance_entry.created_at desc, balance_entry.id desc limit ${limit} offset ${offset}`

/** The count is exact up to `most`. */
export const countEntries = (database: Database, companyId: string, filter: LedgerFilter, most: number) =>
  countRows(
    database,
    sql`(select from balance_entry where ${matching(companyId, filter)} limit ${most}::integer) as counted`,
  )
