import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { payment } from '#contract/records/payment.ts'
import type { Database } from '#server/database/database.ts'
import type { Payment } from './payments.sql.ts'

type Which = Pick<Payment, 'company_id' | 'payment_id'>

const voucher = z.object({ file_id: id })

/** Finds a voucher only if this account has uploaded it. */
export const findVoucher = (system: Database, accountId: string, fileId: string) =>
  system.row(voucher)`
    select id as file_id from stored_file
    where id = ${fileId} and account_id = ${accountId} and purpose = 'voucher'`

/** Returns zero when the transfer no longer waits for its money. */
export const setVoucher = (
  company: Database,
  companyId: string,
  paymentId: string,
  { fileId, payerName }: { fileId: string; payerName: string },
) =>
  company.change`
    update payment set voucher_file_id = ${fileId}, payer_name = ${payerName}, voucher_at = now(), rejected_reason = null
    where company_id = ${companyId} and id = ${paymentId} and state = 'created' and gateway = 'transfer'`

const rejected = payment.schema.pick({ payer_name: true, voucher_at: true }).extend({ file: id.nullable() })

/**
 * Rejects the voucher, so that the buyer may upload another. Returns the uploaded one, because the next voucher replaces it, or
 * undefined when the transfer no longer waits for its money.
 */
export const setRejected = (transaction: Database, { company_id, payment_id }: Which, reason: string) =>
  transaction.row(rejected)`
    with handed_in as (
      select company_id, id, voucher_at from payment
      where company_id = ${company_id} and id = ${payment_id} and state = 'created' and gateway = 'transfer'
      for no key update
    )
    update payment set rejected_reason = ${reason}, voucher_at = null
    from handed_in where payment.company_id = handed_in.company_id and payment.id = handed_in.id
    returning payment.voucher_file_id as file, payment.payer_name, handed_in.voucher_at`

/** Returns zero when the money was counted, or another amount was recorded, before. That guards against concurrent records. */
export const setWrong = (transaction: Database, { company_id, payment_id }: Which, problem: string, arrived: number) =>
  transaction.change`
    update payment set problem = ${problem}, arrived_amount = ${arrived},
      state = case when state = 'created' then 'failed' else state end
    where company_id = ${company_id} and id = ${payment_id} and gateway = 'transfer' and problem is null
      and state in ('created', 'failed', 'closed')`

const waiting = payment.schema.pick({
  out_trade_no: true,
  amount: true,
  order_number: true,
  company_name: true,
  payer_name: true,
  voucher_at: true,
  rejected_reason: true,
  problem: true,
})

/** Lists transfers that wait for their money, those with a voucher first, and payments of a wrong amount. */
export const waitingPayments = (database: Database, limit: number) =>
  database.rows(waiting)`
    select payment.out_trade_no, payment.amount, shop_order.number as order_number, company.name as company_name,
      payment.payer_name, payment.voucher_at, payment.rejected_reason, payment.problem
    from (
      select company_id, id from payment where gateway = 'transfer' and state = 'created'
      union select company_id, id from payment where problem is not null
    ) as waiting
    join payment on payment.company_id = waiting.company_id and payment.id = waiting.id
    join shop_order on shop_order.company_id = payment.company_id and shop_order.id = payment.order_id
    join company on company.id = payment.company_id
    order by payment.problem is null, payment.voucher_at nulls last, payment.created_at limit ${limit}`
