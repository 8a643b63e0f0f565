import { jobKind } from '#server/engines/jobs/jobs.ts'

export const applyPricesJob = jobKind('apply_prices')
