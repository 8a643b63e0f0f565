import sql, { type Sql } from 'sql-template-tag'
import { approvalRoles, mayDo, type OperatorRole } from '#contract/operations/operator-names.ts'
import type { Database } from '../database/database.ts'

/** What waits for an operator, by the name of the menu entry that shows it (web/operations/menu); for whom, and counted how. */
const queues: Record<string, { roles: readonly OperatorRole[]; count: Sql }> = {
  verifications: {
    roles: ['support'],
    count: sql`select count(*) from identity_verification where state = 'under_review'`,
  },
  disputes: { roles: ['support'], count: sql`select count(*) from device_dispute where state = 'open'` },
  transfers: {
    roles: ['finance'],
    count: sql`select count(*) from payment where gateway = 'transfer' and payment.state = 'created'
      and voucher_at is not null and not exists (select from approval where approval.kind = 'payment'
        and target = 'payment:' || payment.id and approval.state = 'waiting')`,
  },
  refunds: {
    roles: ['finance'],
    count: sql`select count(*) from refund
      join payment on payment.company_id = refund.company_id and payment.id = refund.payment_id
      where refund.state in ('asked', 'sending', 'failed') and (refund.state <> 'sending' or gateway = 'transfer')
        and not exists (select from approval where approval.kind = 'refund' and target = 'refund:' || refund.id
          and approval.state = 'waiting')`,
  },
  money: {
    roles: ['finance'],
    count: sql`select count(*) from payment where problem is not null and not exists (select from refund
      where refund.company_id = payment.company_id and refund.payment_id = payment.id and refund.state <> 'rejected')`,
  },
  invoices: {
    roles: ['finance'],
    count: sql`select count(*) from invoice where state = 'asked' or state = 'issued' and (company_id, id) in (
      select company_id, invoice_id from shop_order where state = 'refunded' and invoice_id is not null)`,
  },
  approvals: { roles: approvalRoles, count: sql`select count(*) from approval where state = 'waiting'` },
}

/** How many things wait for somebody with these roles, by menu entry. */
export async function waitingFor(system: Database, roles: readonly OperatorRole[]): Promise<Record<string, number>> {
  const asked = Object.entries(queues).filter(([, queue]) => mayDo(roles, queue.roles))
  if (!asked.length) return {}
  const counts = asked.map(([name, { count }]) => sql`select ${name} as name, (${count})::integer as waiting`)
  const rows = await system.rows<{ name: string; waiting: number }>(
    counts.reduce((all, one) => sql`${all} union all ${one}`),
  )
  return Object.fromEntries(rows.map(({ name, waiting }) => [name, waiting]))
}
