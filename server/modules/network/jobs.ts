import { jobKind } from '#server/engines/jobs/jobs.ts'

/** Writes the rows of an address import that an operator confirmed. */
export const importAddressesJob = jobKind<{ import_id: string; actor: string }>('import_addresses', { lane: 'slow' })
