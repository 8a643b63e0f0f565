import { jobKind } from '#server/engines/jobs/jobs.ts'

/** Asks the tax service for an invoice, or what became of it. */
export const askTaxServiceJob = jobKind<{ company_id: string; request_id: string }>('ask_tax_service', { lane: 'slow' })
