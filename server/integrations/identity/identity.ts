/** The identity that a person has entered. It is sent to the service only, and never logged or stored in plain text. */
export interface Identity {
  name: string
  number: string
}

/**
 * `match`: name and number belong together. `mismatch`: they do not. `undecided`: the service does not know the number or could not
 * decide, so a reviewer does.
 */
export type IdentityResult = 'match' | 'mismatch' | 'undecided'

export interface IdentityService {
  /** The service's name as shown to reviewers. */
  name: string
  /** Promises a result, or rejects with IdentityFailure. */
  check(identity: Identity): Promise<IdentityResult>
  /** Sends a request that costs nothing; rejects with IdentityFailure if the service is unreachable or refuses the key. */
  verifyAccess(): Promise<void>
}

/** The service gave no result. The text is logged, so it holds neither name nor number, and there is no cause that might. */
export class IdentityFailure extends Error {}

/** Milliseconds for an answer of the service: a person is waiting at the form. */
export const checkTimeout = 5_000
