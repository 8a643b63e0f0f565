import { z } from 'zod'
import { id, instant } from '#contract/fields.ts'
import { payment } from '#contract/records/payment.ts'
import type { Database } from '#server/database/database.ts'
import type { Payment } from './payments.sql.ts'

type Which = Pick<Payment, 'company_id' | 'payment_id'>

const voucher = payment.schema
  .pick({ payer_name: true, voucher_at: true })
  .extend({ company_name: z.string(), file_id: id.nullable(), content_type: z.string().nullable() })

/** Finds the company of a transfer, its stated payer, and the voucher. */
export const voucherOfPayment = (database: Database, { company_id, payment_id }: Which) =>
  database.row(voucher)`
    select payer_name, voucher_at, company.name as company_name, stored_file.id as file_id, content_type
    from payment join company on company.id = payment.company_id
    left join stored_file on stored_file.id = voucher_file_id
    where payment.company_id = ${company_id} and payment.id = ${payment_id} and gateway = 'transfer'`

const bankLine = z.object({ amount: z.int(), reference: z.string(), created_at: instant })

/** Lists the rows of the bank's statement that count towards a transfer. */
export const bankLinesOf = (database: Database, { company_id, payment_id }: Which) =>
  database.rows(bankLine)`
    select amount, reference, created_at from transfer_part
    where company_id = ${company_id} and payment_id = ${payment_id} and settled_at is null order by created_at, id`

const invoiceFile = z.object({
  invoice_number: z.string(),
  file_id: id.nullable(),
  content_type: z.string().nullable(),
})

/** Finds an order's invoice with its PDF. */
export const invoiceOfOrder = (database: Database, companyId: string, orderId: string) =>
  database.row(invoiceFile)`
    select invoice_number, file_id, content_type
    from shop_order join invoice on invoice.company_id = shop_order.company_id and invoice.id = shop_order.invoice_id
    left join stored_file on stored_file.id = file_id
    where shop_order.company_id = ${companyId} and shop_order.id = ${orderId} and invoice_number is not null`
