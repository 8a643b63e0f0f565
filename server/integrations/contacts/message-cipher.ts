import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { sameBytes } from '#server/core/seal.ts'

/**
 * The envelope of 企业微信 and 钉钉: sixteen random bytes, the length of the message, the message and its receiver, padded to 32 bytes,
 * in AES-256-CBC (https://developer.work.weixin.qq.com/document/path/90968).
 */

const block = 32
const randomLength = 16
const headLength = randomLength + 4

/** A callback that is not from the provider, or not for this company. The reason is for the log. */
export class BadCallback extends Error {}

const keyOf = (encodingKey: string) => Buffer.from(`${encodingKey}=`, 'base64')

/** Reports whether the signature of these parts was made with the token. */
export function isSignedBy(token: string, parts: readonly string[], signature: string): boolean {
  const expected = signParts(token, parts)
  return sameBytes(Buffer.from(expected), Buffer.from(signature))
}

export const signParts = (token: string, parts: readonly string[]): string =>
  createHash('sha1')
    .update([token, ...parts].toSorted().join(''))
    .digest('hex')

export function openMessage(encodingKey: string, encrypted: string): { text: string; receiver: string } {
  try {
    const key = keyOf(encodingKey)
    const decipher = createDecipheriv('aes-256-cbc', key, key.subarray(0, 16)).setAutoPadding(false)
    const padded = Buffer.concat([decipher.update(encrypted, 'base64'), decipher.final()])
    const padding = padded.at(-1) ?? 0
    const plain = padded.subarray(0, padded.length - (padding >= 1 && padding <= block ? padding : 0))
    const end = headLength + plain.readUInt32BE(randomLength)
    if (end > plain.length) throw new BadCallback('the length is not that of the message')
    return { text: plain.toString('utf8', headLength, end), receiver: plain.toString('utf8', end) }
  } catch (error) {
    throw error instanceof BadCallback ? error : new BadCallback('the message is not encrypted by this key')
  }
}

export function sealMessage(encodingKey: string, text: string, receiver: string): string {
  const key = keyOf(encodingKey)
  const message = Buffer.from(text)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(message.length)
  const plain = Buffer.concat([randomBytes(randomLength), length, message, Buffer.from(receiver)])
  const padding = block - (plain.length % block)
  const cipher = createCipheriv('aes-256-cbc', key, key.subarray(0, 16)).setAutoPadding(false)
  return Buffer.concat([cipher.update(plain), cipher.update(Buffer.alloc(padding, padding)), cipher.final()]).toString(
    'base64',
  )
}
