import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import { BackupProblem } from '#server/app/backup/manifest.ts'
import { type Keys, keyIds, openBytesWith, sealBytesWith, sealingKeyId } from '#server/core/keyring.ts'

/** The object was sealed by a key outside the ring. */
export class UnknownKey extends BackupProblem {}

/** Compresses and seals an object for its place in the archive, from which it can't be moved. */
export const sealObject = async (keys: Keys, place: string, content: Buffer): Promise<Buffer> =>
  sealBytesWith(keys, 'archive', await promisify(zstdCompress)(content), place)

/** Throws UnknownKey if the object's key is not in the ring, another BackupProblem if the object was altered or moved. */
export async function openObject(keys: Keys, place: string, sealed: Buffer): Promise<Buffer> {
  const altered = () => new BackupProblem(`归档的 ${place} 已损坏或被改动：请换一份完好的归档，或恢复到它之前的时刻`)
  const id = sealingKeyId(sealed)
  if (!id) throw altered()
  if (!keyIds(keys).includes(id))
    throw new UnknownKey(
      `归档的 ${place} 由主密钥 ${id} 加密：请设置当时的 SECRET_KEY，或把它写进 SECRET_KEYS_OLD；没有它不能恢复`,
    )
  try {
    return await promisify(zstdDecompress)(openBytesWith(keys, 'archive', sealed, place))
  } catch {
    throw altered()
  }
}
