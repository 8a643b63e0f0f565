import { hash } from 'node:crypto'

/** Returns the PKCE code challenge, `S256` (RFC 7636). */
export const calculateChallenge = (verifier: string): string => hash('sha256', verifier, 'base64url')
