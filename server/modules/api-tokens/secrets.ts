import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** Scanners of repositories and logs find a secret by this prefix, and tell it from look-alikes by its checksum. */
const prefix = 'hyl_'
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 16 bytes of the company's id and 32 random ones; 65 digits of base 62 hold them. */
const bodyDigits = 65
const checkDigits = 6
const pattern = new RegExp(`^${prefix}[0-9A-Za-z]{${bodyDigits + checkDigits}}$`)

function digitsOf(value: bigint, count: number): string {
  let [rest, digits] = [value, '']
  for (let place = 0; place < count; place += 1) {
    digits = `${alphabet[Number(rest % 62n)]}${digits}`
    rest /= 62n
  }
  return digits
}

const numberOf = (digits: string) => [...digits].reduce((all, digit) => all * 62n + BigInt(alphabet.indexOf(digit)), 0n)
const checkOf = (text: string) => digitsOf(BigInt(crc32(text)), checkDigits)

/** Returns a secret of 256 random bits, which also names its company, so that a single index look-up finds it. */
export function newSecret(companyId: string): string {
  const bytes = Buffer.concat([Buffer.from(companyId.replaceAll('-', ''), 'hex'), randomBytes(32)])
  const text = `${prefix}${digitsOf(BigInt(`0x${bytes.toString('hex')}`), bodyDigits)}`
  return `${text}${checkOf(text)}`
}

/** Returns the company that a secret names, or undefined where the text is no secret, which saves the look-up. */
export function companyOfSecret(secret: string): string | undefined {
  if (!pattern.test(secret)) return undefined
  const text = secret.slice(0, -checkDigits)
  if (checkOf(text) !== secret.slice(-checkDigits)) return undefined
  const hex = numberOf(text.slice(prefix.length)).toString(16).padStart(96, '0')
  if (hex.length > 96) return undefined
  return hex.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Returns the part of a secret that stays visible afterwards. */
export const hintOf = (secret: string): string => secret.slice(-4)
