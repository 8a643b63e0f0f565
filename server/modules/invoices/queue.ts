import sql from 'sql-template-tag'
import type { Queue } from '#server/engines/queues.ts'

/** Counts invoices to be issued, and those of refunded orders. */
export const invoicesQueue: Queue = {
  name: 'invoices',
  roles: ['finance'],
  count: sql`select count(*) from invoice where state = 'asked' or state = 'issued' and (company_id, id) in (
      select company_id, invoice_id from shop_order where state = 'refunded' and invoice_id is not null)`,
}
