import { createHash } from 'node:crypto'

/** Returns the digest of a request's facts; undefined if only its summary states them. */
export const digestOf = (facts: unknown): string | undefined =>
  facts === undefined ? undefined : createHash('sha256').update(JSON.stringify(facts)).digest('hex')
