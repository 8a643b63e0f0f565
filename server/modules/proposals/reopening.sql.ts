import { z } from 'zod'
import { id, instant } from '#contract/fields.ts'
import type { Database } from '#server/database/database.ts'
import { written, writtenColumns } from './proposals.sql.ts'

const reopened = written.extend({ valid_until: instant })
const ordered = z.object({
  proposal_id: id,
  /** The order that has its price; null while none has. */
  order_id: id.nullable(),
})

/** The new revision gives the next acceptance another key, and the operators' pages show another state than they read. */
export const setReopened = (transaction: Database, companyId: string, orderId: string) =>
  transaction.row(reopened)`
    update proposal set state = 'sent', order_id = null, updated_at = now(), revision = revision + 1
    where company_id = ${companyId} and order_id = ${orderId} and state = 'accepted' and valid_until > now()
    returning ${writtenColumns}, valid_until`

/**
 * Locks the proposal by which an order was placed. The order's key names it, because its own column no longer names an order that
 * ended, or names a later one by now.
 */
export const lockProposalOf = (transaction: Database, companyId: string, orderId: string) =>
  transaction.row(ordered)`
    select id as proposal_id, order_id from proposal
    where company_id = ${companyId} and id::text = (
      select split_part(request_key, ':', 2) from shop_order
      where company_id = ${companyId} and id = ${orderId} and request_key like 'proposal:%')
    for update`

/** What a person has decided meanwhile stays. */
export const setAcceptedLate = (transaction: Database, companyId: string, proposalId: string, orderId: string) =>
  transaction.row(written)`
    update proposal set state = 'accepted', order_id = ${orderId}, updated_at = now(), revision = revision + 1
    where company_id = ${companyId} and id = ${proposalId} and state in ('sent', 'expired', 'accepted')
    returning ${writtenColumns}`
