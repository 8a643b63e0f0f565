import { createHash } from 'node:crypto'

/** The code challenge of PKCE, `S256` (RFC 7636). */
export const calculateChallenge = (verifier: string): string =>
  createHash('sha256').update(verifier).digest('base64url')
