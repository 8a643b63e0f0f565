import sql from 'sql-template-tag'

/** An order and its entry on an invoice: it was refunded since, wholly or in part, and the invoice exceeds its present amount. */
export const overstated = sql`payable - shop_order.refunded_amount < invoice_order.amount - invoice_order.red_amount`

/** The ids of invoices, each with its company, that exceed their orders' present amounts. */
export const overstatedInvoices = sql`
  select shop_order.company_id, shop_order.invoice_id from shop_order
  join invoice_order on invoice_order.company_id = shop_order.company_id and invoice_order.order_id = shop_order.id
    and invoice_order.invoice_id = shop_order.invoice_id
  where shop_order.invoice_id is not null and shop_order.refunded_amount > 0 and ${overstated}`
