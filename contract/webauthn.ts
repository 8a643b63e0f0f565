import { z } from 'zod'

/** The messages about passkeys between browsers and the portal, under their WebAuthn names. */

const message = '通行密钥的应答不正确'
const base64url = (max: number) =>
  z
    .string({ error: message })
    .min(1, message)
    .max(max, message)
    .regex(/^[\w-]+$/, message)

/** A credential id has at most 1023 bytes. */
const credentialId = base64url(1364)

/** An authenticator's answer to `passkeyRequest`. */
export const passkeyAssertion = z.strictObject(
  {
    id: credentialId,
    clientDataJSON: base64url(4000),
    authenticatorData: base64url(4000),
    signature: base64url(8000),
    /** Always present at a login, where nothing else identifies the holder of the passkey. */
    userHandle: base64url(100).optional(),
  },
  { error: message },
)
export type PasskeyAssertion = z.output<typeof passkeyAssertion>

/** An authenticator's answer to `passkeyCreation`. */
export const passkeyAttestation = z.strictObject(
  {
    id: credentialId,
    clientDataJSON: base64url(4000),
    attestationObject: base64url(20_000),
    transports: z.array(z.string().regex(/^[a-z-]{1,20}$/, message), { error: message }).max(10, message),
  },
  { error: message },
)
export type PasskeyAttestation = z.output<typeof passkeyAttestation>

const credential = z.object({ id: z.string(), type: z.literal('public-key'), transports: z.array(z.string()) })

/** The options of `navigator.credentials.get`. */
export const passkeyRequest = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
  /** Empty for a login: the authenticator offers all passkeys that it has for this site. */
  allowCredentials: z.array(credential),
})
export type PasskeyRequest = z.output<typeof passkeyRequest>

/** The options of `navigator.credentials.create`. */
export const passkeyCreation = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
  timeout: z.int(),
  attestation: z.literal('none'),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  excludeCredentials: z.array(credential),
})
export type PasskeyCreation = z.output<typeof passkeyCreation>
