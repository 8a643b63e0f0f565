import { createPrivateKey, createPublicKey, generateKeyPairSync, hash, type KeyObject, sign } from 'node:crypto'
import { type DeviceProof, loginText } from '#contract/device-key.ts'
import { thumbprintOf } from '#server/modules/accounts/device-keys.ts'

/** A client's key; `prove` answers a challenge for an account's login, `sign` vouches for any other text. */
export interface DeviceKey {
  prove(username: string, challenge: string): DeviceProof
  sign(text: string): Pick<DeviceProof, 'key' | 'signature'>
  /** Its RFC 7638 thumbprint. */
  id: string
}

function deviceKeyOf(privateKey: KeyObject): DeviceKey {
  // Node writes exactly the members of the two kinds.
  const key = createPublicKey(privateKey).export({ format: 'jwk' }) as DeviceProof['key']
  const signed = (text: string) => {
    const digest = key.kty === 'EC' ? 'sha256' : null
    const signature = sign(digest, Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' })
    return { key, signature: signature.toString('base64url') }
  }
  return {
    prove: (username, challenge) => ({ challenge, ...signed(loginText(username, challenge)) }),
    sign: signed,
    id: thumbprintOf(key),
  }
}

export const newDeviceKey = (kind: 'Ed25519' | 'P-256' = 'Ed25519'): DeviceKey =>
  deviceKeyOf(
    kind === 'Ed25519'
      ? generateKeyPairSync('ed25519').privateKey
      : generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey,
  )

/** A simulated client always has the same key. */
export function simulatedKey(name: string): DeviceKey {
  const seed = hash('sha256', `simulated client ${name}`, 'buffer')
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed])
  return deviceKeyOf(createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }))
}
