import sql from 'sql-template-tag'
import type { Database } from '../database/database.ts'

/** A voucher that this account has uploaded. */
export const findVoucher = (system: Database, accountId: string, fileId: string) =>
  system.row<{ id: string }>(sql`
    select id from stored_file where id = ${fileId} and account_id = ${accountId} and purpose = 'voucher'`)

/** Zero when the transfer is not waiting for its money any more. */
export const setVoucher = (
  company: Database,
  companyId: string,
  id: string,
  { fileId, payerName }: { fileId: string; payerName: string },
) =>
  company.change(sql`
    update payment set voucher_file_id = ${fileId}, payer_name = ${payerName}, voucher_at = now(), rejected_reason = null
    where company_id = ${companyId} and id = ${id} and state = 'created' and gateway = 'transfer'`)

/** The buyer may hand in another voucher after that. Zero when it is not waiting for its money any more. */
/** Answers what was handed in, which the next voucher takes the place of; undefined when it is settled or closed. */
export const setRejected = (transaction: Database, companyId: string, id: string, reason: string) =>
  transaction.row<{ file: string | null; payer_name: string | null; voucher_at: Date | null }>(sql`
    update payment set rejected_reason = ${reason}, voucher_at = null
    where company_id = ${companyId} and id = ${id} and state = 'created' and gateway = 'transfer'
    returning old.voucher_file_id as file, old.payer_name, old.voucher_at`)

/** Zero when its money was counted, or another amount was written down, before: the guard of two who do so at once. */
export const setWrong = (
  transaction: Database,
  { company_id, id }: { company_id: string; id: string },
  problem: string,
  arrived: number,
) =>
  transaction.change(sql`
    update payment set problem = ${problem}, arrived_amount = ${arrived},
      state = case when state = 'created' then 'failed' else state end
    where company_id = ${company_id} and id = ${id} and gateway = 'transfer' and problem is null
      and state in ('created', 'failed', 'closed')`)

export interface WaitingPayment {
  out_trade_no: string
  gateway: string
  amount: number
  state: string
  order_number: string
  company_name: string
  payer_name: string | null
  voucher_at: Date | null
  rejected_reason: string | null
  problem: string | null
  created_at: Date
}

/** Transfers that wait for their money, those with a voucher first, and payments of another amount than was asked for. */
export const waitingPayments = (database: Database, limit: number) =>
  database.rows<WaitingPayment>(sql`
    select payment.out_trade_no, payment.gateway, payment.amount, payment.state, shop_order.number as order_number,
      company.name as company_name, payment.payer_name, payment.voucher_at, payment.rejected_reason, payment.problem,
      payment.created_at
    from (
      select company_id, id from payment where gateway = 'transfer' and state = 'created'
      union select company_id, id from payment where problem is not null
    ) as waiting
    join payment on payment.company_id = waiting.company_id and payment.id = waiting.id
    join shop_order on shop_order.company_id = payment.company_id and shop_order.id = payment.order_id
    join company on company.id = payment.company_id
    order by payment.problem is null, payment.voucher_at nulls last, payment.created_at limit ${limit}`)
