import sql from 'sql-template-tag'
import type { Queue } from '#server/engines/queues.ts'

/** Counts transfers with a voucher that finance has to compare with the bank. */
export const transfersQueue: Queue = {
  name: 'transfers',
  roles: ['finance'],
  count: sql`select count(*) from payment where gateway = 'transfer' and payment.state = 'created'
      and voucher_at is not null and not exists (select from approval where approval.kind = 'payment'
        and target = 'payment:' || payment.id and approval.state = 'waiting')`,
}

/** Counts refunds that somebody has to decide, to send again, or to make by hand. */
export const refundsQueue: Queue = {
  name: 'refunds',
  roles: ['finance'],
  count: sql`select count(*) from refund
      where refund.state in ('asked', 'sending', 'failed') and (refund.state <> 'sending' or exists (select from payment
          where payment.company_id = refund.company_id and payment.id = refund.payment_id and gateway = 'transfer'))
        and not exists (select from approval where approval.kind = 'refund' and target = 'refund:' || refund.id
          and approval.state = 'waiting')`,
}

/** Counts money that was received and fits no order, and about which nobody has decided anything. */
export const moneyQueue = {
  name: 'money',
  roles: ['finance'],
  count: sql`select count(*) from payment where problem is not null and not exists (select from refund
      where refund.company_id = payment.company_id and refund.payment_id = payment.id and refund.state <> 'rejected')
      and not exists (select from approval where approval.kind = 'write_off' and target = 'payment:' || payment.id
        and approval.state = 'waiting')`,
} satisfies Queue
