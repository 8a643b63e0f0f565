import { createHash } from 'node:crypto'

/** The digest of what a request is about, undefined where nothing but its summary tells that. */
export const digestOf = (facts: unknown): string | undefined =>
  facts === undefined ? undefined : createHash('sha256').update(JSON.stringify(facts)).digest('hex')
