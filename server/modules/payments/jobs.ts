import { jobKind } from '#server/engines/jobs/jobs.ts'

/** Sends one refund to its gateway, or queries it. */
export const sendRefundJob = jobKind<{ company_id: string; refund_id: string }>('send_refund', { lane: 'payments' })

/** Reads the gateways' bills that are due, and compares them with our records. */
export const readBillsJob = jobKind('read_bills', { lane: 'long' })

/** Pays the renewals that wait for a company's balance. */
export const payRenewalsJob = jobKind<{ company_id: string }>('pay_renewals')
