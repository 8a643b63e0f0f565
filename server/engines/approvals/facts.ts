import { hash } from 'node:crypto'

/** Returns the digest of a request's facts; undefined if only its summary states them. */
export const digestOf = (facts: unknown): string | undefined =>
  facts === undefined ? undefined : hash('sha256', JSON.stringify(facts), 'hex')
