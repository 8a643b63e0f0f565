import { Secret, TOTP } from 'otpauth'

/** Returns what an authenticator with this secret shows, by default now. */
export const totpCode = (secret: string, at = Date.now()) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at })

/**
 * Returns the code after the present one, for what follows a use of that. Unlike the one before it, it stays valid when a new step
 * begins in the middle of a test.
 */
export const nextTotpCode = (secret: string) => totpCode(secret, Date.now() + 30_000)
