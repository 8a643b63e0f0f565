import { generateKeyPairSync, hash, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import type { PasskeyAssertion, PasskeyAttestation, PasskeyCreation, PasskeyRequest } from '#contract/webauthn.ts'

/** The parts of an answer that differ from those of a real browser and authenticator. */
interface Lies {
  challenge?: string
  origin?: string
  rpId?: string
  counter?: number
  /** False where neither a finger nor a PIN was verified. */
  verified?: boolean
  userHandle?: string
}

const sha256 = (data: string | Uint8Array) => hash('sha256', data, 'buffer')
const base64url = (data: Uint8Array) => Buffer.from(data).toString('base64url')

/** The flags of the authenticator data (WebAuthn, section 6.1). */
const flags = { userPresent: 1, userVerified: 4, attestedCredentialData: 64 }

interface Credential {
  id: Buffer
  privateKey: KeyObject
  publicKey: Uint8Array
  userHandle: string
}

/** The public key in the form that authenticators send: COSE EC2, ES256. */
function coseKey(publicKey: KeyObject): Uint8Array {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const members: [number, number | Uint8Array][] = [
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
    [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
  ]
  return isoCBOR.encode(new Map(members))
}

function authenticatorData(
  { rpId, counter, verified = true }: { rpId: string; counter: number; verified?: boolean | undefined },
  credential?: Credential,
): Buffer {
  const head = Buffer.alloc(5)
  head[0] = flags.userPresent + (verified ? flags.userVerified : 0) + (credential ? flags.attestedCredentialData : 0)
  head.writeUInt32BE(counter, 1)
  if (!credential) return Buffer.concat([sha256(rpId), head])
  const idLength = Buffer.alloc(2)
  idLength.writeUInt16BE(credential.id.length)
  const aaguid = Buffer.alloc(16)
  return Buffer.concat([sha256(rpId), head, aaguid, idLength, credential.id, credential.publicKey])
}

const clientData = (type: 'webauthn.create' | 'webauthn.get', challenge: string, origin: string) =>
  base64url(Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })))

/** An authenticator in a browser, with one passkey at a time, whose key really signs (ES256). */
export function softwareAuthenticator(origin = 'http://localhost:8080') {
  let credential: Credential | undefined
  let counted = 0

  return {
    /** Creates a passkey, which replaces the earlier one. */
    create({ options }: { options: PasskeyCreation }, lies: Lies = {}): PasskeyAttestation {
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const made = { id: randomBytes(32), privateKey, publicKey: coseKey(publicKey), userHandle: options.user.id }
      credential = made
      counted = lies.counter ?? 0
      const { rpId = options.rp.id, verified } = lies
      const parts: [string, string | Map<string, string> | Uint8Array][] = [
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authenticatorData({ rpId, counter: counted, verified }, made))],
      ]
      return {
        id: base64url(made.id),
        clientDataJSON: clientData('webauthn.create', lies.challenge ?? options.challenge, lies.origin ?? origin),
        attestationObject: base64url(isoCBOR.encode(new Map(parts))),
        transports: ['internal'],
      }
    },

    /** Signs with the passkey; the authenticator counts its signatures unless `counter` says otherwise. */
    get({ options }: { options: PasskeyRequest }, lies: Lies = {}): PasskeyAssertion {
      if (!credential) throw new Error('the authenticator has no passkey')
      counted = lies.counter ?? counted + 1
      const { rpId = options.rpId, verified } = lies
      const data = authenticatorData({ rpId, counter: counted, verified })
      const clientDataJSON = clientData('webauthn.get', lies.challenge ?? options.challenge, lies.origin ?? origin)
      const signed = Buffer.concat([data, sha256(Buffer.from(clientDataJSON, 'base64url'))])
      return {
        id: base64url(credential.id),
        clientDataJSON,
        authenticatorData: base64url(data),
        signature: base64url(sign('sha256', signed, credential.privateKey)),
        userHandle: lies.userHandle ?? credential.userHandle,
      }
    },
  }
}
