import { createPublicKey, hash, type KeyObject, randomBytes, verify } from 'node:crypto'
import { type DeviceProof, loginText } from '#contract/device-key.ts'
import { webClient } from '#contract/rules.ts'
import type { Config } from '#server/core/config.ts'
import { isDayReached } from '#server/core/day-reached.ts'
import { isSignature, type Keys, sign } from '#server/core/keyring.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'
import type { AccountContext } from '#server/engines/context.ts'

/** Seconds that a client has for its login. */
export const challengeLifetime = 60

/** A challenge is not stored until it is used: it carries its own end, which our signature vouches for. */
export function newChallenge(keys: Keys): string {
  const text = `${Math.floor(Date.now() / 1000) + challengeLifetime}.${randomBytes(18).toString('base64url')}`
  return `${text}.${sign(keys, 'device-challenge', text)}`
}

/** A device key whose possession a login has proved. */
export interface ProvedKey {
  /** Its RFC 7638 thumbprint. */
  id: string
  challenge: string
}

/** Throws -48017 unless the challenge is ours and in time, and the key has signed it for this login. */
export function proveKey(keys: Keys, username: string, { key, challenge, signature }: DeviceProof): ProvedKey {
  const [end = '', nonce = '', ours = ''] = challenge.split('.', 3)
  const current = /^\d{10}$/.test(end) && Number(end) * 1000 > Date.now()
  if (
    !current ||
    !isSignature(keys, 'device-challenge', `${end}.${nonce}`, ours) ||
    !isSignedBy(key, loginText(username, challenge), signature)
  )
    throw new Refusal(-48017)
  return { id: thumbprintOf(key), challenge: nonce }
}

/** Reports whether the device's key has signed a text. */
export function isSignedBy(key: DeviceProof['key'], text: string, signature: string): boolean {
  try {
    const publicKey = publicKeyOf(key)
    const input = Buffer.from(signature, 'base64url')
    return verify(
      key.kty === 'EC' ? 'sha256' : null,
      Buffer.from(text),
      { key: publicKey, dsaEncoding: 'ieee-p1363' },
      input,
    )
  } catch {
    // The coordinates are no point of the curve.
    return false
  }
}

/** Building a key object costs as much as using it once, and a client reports every half minute. The map may be emptied. */
const publicKeys = new Map<string, KeyObject>()
const rememberedKeys = 5_000

function publicKeyOf(key: DeviceProof['key']): KeyObject {
  const name = `${key.crv} ${key.x} ${key.kty === 'EC' ? key.y : ''}`
  const cached = publicKeys.get(name)
  if (cached) return cached
  if (publicKeys.size >= rememberedKeys) publicKeys.clear()
  const made = createPublicKey({ key, format: 'jwk' })
  publicKeys.set(name, made)
  return made
}

/** The required members in the order of their names, without spaces. */
export function thumbprintOf(key: DeviceProof['key']): string {
  const members =
    key.kty === 'EC' ? { crv: key.crv, kty: key.kty, x: key.x, y: key.y } : { crv: key.crv, kty: key.kty, x: key.x }
  return hash('sha256', JSON.stringify(members), 'base64url')
}

/** Guard: the primary key of spent_proof, for which the second of two logins with one challenge waits. */
export async function spendChallenge(database: Database, { challenge }: ProvedKey): Promise<void> {
  const spent = await database.change`
    insert into spent_proof (challenge, expires_at)
    values (${`device ${challenge}`}, now() + make_interval(secs => ${2 * challengeLifetime}))
    on conflict (challenge) do nothing`
  if (!spent) throw new Refusal(-48017)
}

export type ClientRules = Pick<Config, 'clientKeysRequiredFrom'>

/** Reports whether clients without a key have to update by now. */
export const areKeysRequired = ({ clientKeysRequiredFrom }: ClientRules): boolean =>
  isDayReached(clientKeysRequiredFrom)

/** Throws unless the session may make the calls that the contract restricts to clients. */
export function requireClient(config: Config, { deviceKey, clientName }: AccountContext['session']): void {
  if (deviceKey) return
  if (clientName === webClient) throw new Refusal(-48015)
  if (areKeysRequired(config)) throw new Refusal(-48016)
}
