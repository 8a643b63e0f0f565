import { jobKind } from '#server/engines/jobs/jobs.ts'

export const mailInvoiceJob = jobKind<{ company_id: string; invoice_id: string }>('mail_invoice', { lane: 'slow' })
