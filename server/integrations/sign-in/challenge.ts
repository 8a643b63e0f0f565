import { createHash } from 'node:crypto'

/** Returns the PKCE code challenge, `S256` (RFC 7636). */
export const calculateChallenge = (verifier: string): string =>
  createHash('sha256').update(verifier).digest('base64url')
