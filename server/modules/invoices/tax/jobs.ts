import { jobKind } from '#server/engines/jobs/jobs.ts'

/** Requests an invoice from the tax service, or queries its state. */
export const askTaxServiceJob = jobKind<{ company_id: string; request_id: string }>('ask_tax_service', { lane: 'slow' })
