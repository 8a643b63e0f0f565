import { z } from 'zod'
import { id, instant } from '#contract/fields.ts'
import type { Database } from '#server/database/database.ts'

/** Requests from before rates were stored have none. */
const line = z.object({
  name: z.string(),
  about: z.string(),
  included: z.int(),
  tax: z.int(),
  rate: z.number().optional(),
})
const known = z.object({
  serial: z.string(),
  kind: z.enum(['normal', 'special']),
  title: z.string(),
  tax_number: z.string(),
})
const blue = known.extend({
  address: z.string(),
  phone: z.string(),
  bank: z.string(),
  bank_account: z.string(),
  email: z.string(),
  remark: z.string(),
  asked_at: instant,
  lines: z.array(line),
})
const red = known.extend({
  blue: z.string(),
  reason: z.enum(['returned', 'wrong', 'ended', 'allowance']),
  lines: z.array(line.extend({ place: z.int() })),
})
/** The amount of each order that a red invoice reverses. */
const taken = z.array(z.object({ order_id: id, amount: z.int() }))

const taxRequest = z.object({
  company_id: id,
  request_id: id,
  invoice_id: id,
  serial: z.string(),
  /** The invoice that is requested, an ordinary or a red one. */
  blue: blue.nullable(),
  red: red.nullable(),
  amount: z.int(),
  reason: z.string(),
  orders: taken,
  asked_by: z.string(),
  asked_at: instant,
  lease: id,
})
export type TaxRequest = z.output<typeof taxRequest>

export interface NewTaxRequest {
  companyId: string
  invoiceId: string
  kind: 'blue' | 'red'
  content: { serial: string }
  amount: number
  askedBy: string
  reason?: string
  orders?: z.output<typeof taken>
}

const added = z.object({ request_id: id })

/** Returns undefined while another request for the invoice waits, which the unique index decides. */
export const insertTaxRequest = (
  transaction: Database,
  { companyId, invoiceId, kind, content, amount, askedBy, reason = '', orders = [] }: NewTaxRequest,
) =>
  transaction.row(added)`
    insert into tax_request (company_id, invoice_id, kind, serial, content, amount, reason, orders, asked_by)
    values (${companyId}, ${invoiceId}, ${kind}, ${content.serial}, ${JSON.stringify(content)}::jsonb, ${amount}, ${reason}, ${JSON.stringify(orders)}::jsonb, ${askedBy})
    on conflict (company_id, invoice_id) where state = 'waiting' do nothing
    returning id as request_id`

/** Reports whether the service is being queried about an invoice, so that nobody else may decide it. */
export const taxServiceAsked = async (database: Database, companyId: string, invoiceId: string): Promise<boolean> =>
  (await database.change`
    select from tax_request where company_id = ${companyId} and invoice_id = ${invoiceId} and state = 'waiting'`) > 0

/**
 * Leases a waiting request for this many seconds, in which no other process queries the service about it. Guard: `leased_until`,
 * without which two replicas request it concurrently, and a request is stopped while it is on its way.
 */
export const leaseTaxRequest = (system: Database, companyId: string, requestId: string, seconds: number) =>
  system.row(taxRequest)`
    update tax_request set lease = gen_random_uuid(), leased_until = now() + make_interval(secs => ${seconds}::double precision)
    where company_id = ${companyId} and id = ${requestId} and state = 'waiting'
      and coalesce(leased_until, now()) <= now()
    returning company_id, id as request_id, invoice_id, serial, case kind when 'blue' then content end as blue,
      case kind when 'red' then content end as red, amount, reason, orders, asked_by, asked_at, lease`

type Leased = Pick<TaxRequest, 'company_id' | 'request_id' | 'lease'>

/** Releases a request that is queried again later. */
export const setNext = (system: Database, { company_id, request_id, lease }: Leased, problem: string, nextAt: Date) =>
  system.change`
    update tax_request set problem = ${problem}, next_at = ${nextAt.toISOString()}, leased_until = null, lease = null
    where company_id = ${company_id} and id = ${request_id} and state = 'waiting' and lease = ${lease}`

export const setFailed = (system: Database, { company_id, request_id, lease }: Leased, problem: string) =>
  system.change`
    update tax_request set state = 'failed', problem = ${problem}, done_at = now(), leased_until = null, lease = null
    where company_id = ${company_id} and id = ${request_id} and state = 'waiting' and lease = ${lease}`

interface Issued {
  number: string
  ofdUrl: string | null
  xmlUrl: string | null
}

/** Returns zero where the lease is lost, which guards that an invoice is recorded once. */
export const setDone = (
  transaction: Database,
  { company_id, request_id, lease }: Leased,
  { number, ofdUrl, xmlUrl }: Issued,
) =>
  transaction.change`
    update tax_request set state = 'done', problem = '', invoice_number = ${number}, ofd_url = ${ofdUrl},
      xml_url = ${xmlUrl}, done_at = now(), leased_until = null, lease = null
    where company_id = ${company_id} and id = ${request_id} and state = 'waiting' and lease = ${lease}`

/** Stops a waiting request that is not being queried; returns zero otherwise. */
export const setStopped = (transaction: Database, companyId: string, invoiceId: string, problem: string) =>
  transaction.change`
    update tax_request set state = 'stopped', problem = ${problem}, done_at = now()
    where company_id = ${companyId} and invoice_id = ${invoiceId} and state = 'waiting'
      and coalesce(leased_until, now()) <= now()`

/** Makes a waiting request due immediately. */
export const hurry = (system: Database, companyId: string, invoiceId: string) =>
  system.row(added)`
    update tax_request set next_at = now()
    where company_id = ${companyId} and invoice_id = ${invoiceId} and state = 'waiting' returning id as request_id`

const due = z.object({ company_id: id, request_id: id })

export const dueTaxRequests = (system: Database, limit: number) =>
  system.rows(due)`
    select company_id, id as request_id from tax_request
    where state = 'waiting' and next_at <= now() and coalesce(leased_until, now()) <= now()
    order by next_at limit ${limit}`

const lines = z.object({ lines: z.array(line) })

/** Returns the lines of an invoice that the service issued; undefined where it was registered by hand. */
export const issuedLines = async (database: Database, companyId: string, invoiceId: string) =>
  (
    await database.row(lines)`
      select content->'lines' as lines from tax_request
      where company_id = ${companyId} and invoice_id = ${invoiceId} and kind = 'blue' and state = 'done'`
  )?.lines

const invoicedOrder = z.object({
  order_id: id,
  order_number: z.string(),
  amount: z.int(),
  /** The amount that red invoices have reversed. */
  red_amount: z.int(),
  /** The amount refunded beyond that. */
  overstated: z.int(),
})

/** Returns the orders of an invoice in a stable order, which is that of its lines. */
export const ordersOfInvoice = (database: Database, companyId: string, invoiceId: string) =>
  database.rows(invoicedOrder)`
    select shop_order.id as order_id, number as order_number, invoice_order.amount, red_amount,
      case when shop_order.invoice_id = invoice_order.invoice_id
        then greatest(0, invoice_order.amount - red_amount - payable + refunded_amount) else 0 end as overstated
    from invoice_order
    join shop_order on shop_order.company_id = ${companyId} and shop_order.id = order_id
    where invoice_order.company_id = ${companyId} and invoice_order.invoice_id = ${invoiceId}
    order by shop_order.number, shop_order.id`

/** Reduces the invoice by these amounts of its orders. */
export const takeFromOrders = (
  transaction: Database,
  { company_id, invoice_id, orders }: Pick<TaxRequest, 'company_id' | 'invoice_id' | 'orders'>,
) =>
  transaction.change`
    update invoice_order set red_amount = red_amount + taken.amount
    from jsonb_to_recordset(${JSON.stringify(orders)}::jsonb) as taken (order_id uuid, amount bigint)
    where company_id = ${company_id} and invoice_id = ${invoice_id} and invoice_order.order_id = taken.order_id`
