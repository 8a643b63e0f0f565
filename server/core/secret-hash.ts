import { hash } from 'node:crypto'

/**
 * Returns what is stored of a generated secret: a sid, a token, an invitation's link, a recovery code. They have at least 118 random
 * bits, so nobody finds one from its hash by trying, as they would a password.
 */
export const hashSecret = (secret: string): Buffer => hash('sha256', secret, 'buffer')
