import { Secret, TOTP } from 'otpauth'
import type { Config } from '#server/core/config.ts'
import { type Keys, openWith, sealWith } from '#server/core/keyring.ts'

const period = 30

const totpOf = (brand: string, name: string, secret: string) =>
  new TOTP({
    issuer: `${brand}运营后台`,
    label: name,
    algorithm: 'SHA1',
    digits: 6,
    period,
    secret: Secret.fromBase32(secret),
  })

type Needed = Pick<Config, 'brandName'>

/** The secret has 160 bits in base32; authenticators read the address from a QR code. */
export function newTotp({ brandName }: Needed, name: string): { secret: string; uri: string } {
  const secret = new Secret({ size: 20 }).base32
  return { secret, uri: totpOf(brandName, name, secret).toString() }
}

/** Returns the time step of a code, with one step of clock difference allowed, or undefined when the code is wrong. */
export function stepOf(
  { brandName }: Needed,
  name: string,
  secret: string,
  code: string,
  now = Date.now(),
): number | undefined {
  const delta = totpOf(brandName, name, secret).validate({ token: code, timestamp: now, window: 1 })
  return delta === null ? undefined : Math.floor(now / 1000 / period) + delta
}

export const sealTotp = (keys: Keys, operatorId: string, secret: string): Buffer =>
  sealWith(keys, 'operator-totp', secret, operatorId)

export const openTotp = (keys: Keys, operatorId: string, sealed: Buffer): string =>
  openWith(keys, 'operator-totp', sealed, operatorId)
