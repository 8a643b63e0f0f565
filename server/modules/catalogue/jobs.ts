import { jobKind } from '#server/engines/jobs/jobs.ts'

/** Puts due price changes into force. */
export const applyPricesJob = jobKind('apply_prices')
