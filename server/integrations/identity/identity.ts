/** The identity that a person has entered. It goes to the service, and to nothing that is logged or stored in the clear. */
export interface Identity {
  name: string
  number: string
}

/**
 * `match`: name and number belong together. `mismatch`: they do not. `undecided`: the service knows no such number, or could
 * not say, so that a person decides by hand.
 */
export type IdentityResult = 'match' | 'mismatch' | 'undecided'

export interface IdentityService {
  /** The service's name, as the reviewer reads it. */
  name: string
  /** Promises a result, or rejects with IdentityFailure. */
  check(identity: Identity): Promise<IdentityResult>
  /** Asks for nothing that costs; rejects with IdentityFailure where the service is out of reach or refuses the key. */
  verifyAccess(): Promise<void>
}

/** The service gave no result. The text is logged, so it holds neither name nor number, and there is no cause that might. */
export class IdentityFailure extends Error {}

/** Milliseconds that the service has for an answer: somebody waits at the form. */
export const checkTimeout = 5_000
