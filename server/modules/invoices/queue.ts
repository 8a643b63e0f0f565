import sql from 'sql-template-tag'
import type { Queue } from '#server/engines/queues.ts'
import { overstatedInvoices } from './overstated.sql.ts'

/** Counts invoices to be issued, and those that are for more than their orders came to. */
export const invoicesQueue: Queue = {
  name: 'invoices',
  roles: ['finance'],
  count: sql`select count(*) from invoice where state = 'asked' or state = 'issued' and (company_id, id) in (${overstatedInvoices})`,
}
