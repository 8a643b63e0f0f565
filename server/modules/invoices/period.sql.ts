import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { getInvoiceSetting } from '#contract/period-invoices.ts'
import { thisMonth } from '#server/database/china-day.ts'
import type { Database } from '#server/database/database.ts'
import { invoiceable } from './invoices.sql.ts'

const setting = getInvoiceSetting.output.shape.automatic.unwrap()

export const findSetting = (company: Database, companyId: string) =>
  company.row(setting)`
    select title_id, title, set_by from invoice_setting
    join invoice_title on invoice_title.company_id = invoice_setting.company_id and invoice_title.id = title_id
    where invoice_setting.company_id = ${companyId}`

/** The present month is the first that is invoiced; earlier orders can be invoiced by hand. */
export const saveSetting = (company: Database, companyId: string, titleId: string, setBy: string) =>
  company.change`
    insert into invoice_setting (company_id, title_id, invoiced_month, first_month, set_by)
    values (${companyId}, ${titleId}, (${thisMonth} - interval '1 month')::date, (${thisMonth})::date, ${setBy})
    on conflict (company_id) do update set title_id = excluded.title_id, set_by = excluded.set_by`

export const deleteSetting = (company: Database, companyId: string) =>
  company.change`delete from invoice_setting where company_id = ${companyId}`

/** Returns zero when the company's automatic invoices do not use this title. */
export const deleteSettingOf = (company: Database, companyId: string, titleId: string) =>
  company.change`delete from invoice_setting where company_id = ${companyId} and title_id = ${titleId}`

const onlyId = z.object({ id })

export interface Within {
  /** Instants, the second excluded. */
  since: string
  until: string
  /** Orders delivered before this whose invoice was withdrawn or reversed are left out: a person decides on them. */
  anew?: string
}

/** Locks the orders that an invoice of these days can have, the oldest first, in the order of their ids. */
export const lockInvoiceableWithin = async (
  company: Database,
  companyId: string,
  { since, until, anew = since }: Within,
  most: number,
): Promise<string[]> => {
  const orders = await company.rows(onlyId)`
    select id from shop_order
    where company_id = ${companyId} and id = any(array(
      select id from shop_order
      where company_id = ${companyId} and ${invoiceable} and fulfilled_at >= ${since} and fulfilled_at < ${until}
        and (fulfilled_at >= ${anew} or not exists (
          select from invoice_order join invoice on invoice.company_id = ${companyId} and invoice.id = invoice_order.invoice_id
          where invoice_order.company_id = ${companyId} and order_id = shop_order.id and invoice.state in ('withdrawn', 'reversed')))
      order by fulfilled_at, id limit ${most}))
    order by id for no key update`
  return orders.map(order => order.id)
}

const due = z.object({ company_id: id, title_id: id, set_by: z.string(), month: z.string(), first_month: z.string() })
export type DueMonth = z.output<typeof due>

/**
 * Finds companies, with exceptions, that have a completed and unprocessed month; each run takes the earliest such month. The last
 * one of a closed company is that of its end: what finance rejects of it afterwards is not requested again.
 */
export const dueMonths = (system: Database, except: string[], limit: number) =>
  system.rows(due)`
    select company_id, title_id, set_by, to_char(invoiced_month + interval '1 month', 'YYYY-MM') as month,
      to_char(coalesce(first_month, invoiced_month + interval '1 month'), 'YYYY-MM') as first_month
    from invoice_setting
    where invoiced_month < (${thisMonth} - interval '1 month')::date and company_id <> all(${except}::uuid[])
      and not exists (select from company where company.id = company_id
        and closed_at < (invoiced_month + interval '1 month') at time zone 'Asia/Shanghai')
    order by invoiced_month, company_id limit ${limit}`

/** Returns zero when another run has processed the month. Guard: the month that was read. */
export const claimMonth = (transaction: Database, { company_id, month }: DueMonth) =>
  transaction.change`
    update invoice_setting set invoiced_month = ${`${month}-01`}::date
    where company_id = ${company_id} and invoiced_month = (${`${month}-01`}::date - interval '1 month')::date`
