import { hash } from 'node:crypto'

/**
 * Returns the SHA-256 of a text. Every call hashes its sid: a hash that node returns as a buffer has memory of its own outside the
 * heap, which costs several times the hashing; one made of a text takes it from the pool.
 */
export const sha256 = (text: string): Buffer => Buffer.from(hash('sha256', text, 'latin1'), 'latin1')

/**
 * Returns what is stored of a generated secret: a sid, a token, an invitation's link, a recovery code. They have at least 118 random
 * bits, so nobody finds one from its hash by trying, as they would a password.
 */
export const hashSecret = (secret: string): Buffer => sha256(secret)
