import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import { BackupProblem } from '#server/app/backup/manifest.ts'
import { type Keys, keyFor } from '#server/core/keyring.ts'

/** An object is: mark, the key's id (6 bytes), nonce (12), tag (16), and the ciphertext of what zstd made. */
const mark = Buffer.from('HYLA1')
const [idEnd, nonceEnd, tagEnd] = [mark.length + 6, mark.length + 18, mark.length + 34]

/** Compresses and seals an object for its place in the archive, from which it can't be moved. */
export async function sealObject(keys: Keys, place: string, content: Buffer): Promise<Buffer> {
  const found = keyFor(keys, 'archive')
  if (!found) throw new Error('the keyring is empty')
  const packed = await promisify(zstdCompress)(content)
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', found.key, nonce).setAAD(Buffer.from(place))
  const body = [cipher.update(packed), cipher.final()]
  return Buffer.concat([mark, Buffer.from(found.id, 'hex'), nonce, cipher.getAuthTag(), ...body])
}

/** Throws BackupProblem when the object was altered or moved, or when its key is not in the ring. */
export async function openObject(keys: Keys, place: string, sealed: Buffer): Promise<Buffer> {
  const altered = () => new BackupProblem(`归档的 ${place} 已损坏或被改动：请换一份完好的归档，或恢复到它之前的时刻`)
  if (sealed.length < tagEnd || !sealed.subarray(0, mark.length).equals(mark)) throw altered()
  const id = sealed.subarray(mark.length, idEnd).toString('hex')
  const found = keyFor(keys, 'archive', id)
  if (!found)
    throw new BackupProblem(
      `归档的 ${place} 由主密钥 ${id} 加密：请设置当时的 SECRET_KEY，或把它写进 SECRET_KEYS_OLD；没有它不能恢复`,
    )
  try {
    const decipher = createDecipheriv('aes-256-gcm', found.key, sealed.subarray(idEnd, nonceEnd))
    decipher.setAAD(Buffer.from(place)).setAuthTag(sealed.subarray(nonceEnd, tagEnd))
    const packed = Buffer.concat([decipher.update(sealed.subarray(tagEnd)), decipher.final()])
    return await promisify(zstdDecompress)(packed)
  } catch {
    throw altered()
  }
}
