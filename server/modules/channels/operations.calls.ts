import { codeOperations } from './codes.calls.ts'
import { partnerOperations } from './partners.calls.ts'
import { resultOperations } from './results.calls.ts'

/** The back office's module of partners and their codes. */
export const channelsOperations = { ...partnerOperations, ...codeOperations, ...resultOperations }
