import sql from 'sql-template-tag'
import type { Queue } from '#server/engines/queues.ts'
import { overstatedInvoices } from './overstated.sql.ts'

/**
 * Counts invoices to be issued, and those that exceed their orders' amounts. Each has a separate index, neither of which one
 * condition with `or` would use.
 */
export const invoicesQueue: Queue = {
  name: 'invoices',
  roles: ['finance'],
  count: sql`select (select count(*) from invoice where state = 'asked') + (
    select count(*) from invoice where state = 'issued' and (company_id, id) in (${overstatedInvoices}))`,
}
