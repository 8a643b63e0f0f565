import { createHash } from 'node:crypto'
import { imageMegabytes } from '#contract/content-names.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'
import type { Upload } from '#server/engines/context.ts'
import type { Services } from '#server/engines/services.ts'
import { StorageFull } from '#server/integrations/storage/storage.ts'
import { contentTypes, extensions, sniff } from './file-types.ts'
import { redraw } from './images.ts'
import { insertFile, type StoredFile, storedFile, storedFileColumns } from './uploads.sql.ts'
import { newKey, safeName } from './uploads.ts'

const purpose = 'article'

/** Returns where a picture of the public pages is. The name holds nothing of the sender's. */
const addressOf = (id: string, extension: string) => `/images/${id}.${extension}`

/** Checks, redraws and keeps a picture that everybody may see. It leaves nothing behind when it refuses or fails. */
export async function keepPublicImage(
  { system, storage, log }: Pick<Services, 'system' | 'storage' | 'log'>,
  upload: Upload,
) {
  if (upload.truncated || upload.content.length > imageMegabytes * 1024 * 1024)
    throw new Refusal(-45002, imageMegabytes)
  const type = sniff(upload.content)
  if (!type || type === 'pdf') throw new Refusal(-53708)
  const content = await redraw(upload.content, { owner: 'articles', type, megabytes: imageMegabytes })
  const [content_type, size, storage_key] = [contentTypes[type], content.length, newKey(purpose, extensions[type])]
  try {
    await storage.put(storage_key, content, { contentType: content_type, size })
  } catch (error) {
    if (!(error instanceof StorageFull)) throw error
    log.error({ err: error }, error.message)
    throw new Refusal(503, null, '文件存储空间不足，图片未保存，请稍后重试')
  }
  try {
    const sha256 = createHash('sha256').update(content).digest('hex')
    const file_name = safeName(upload.fileName, extensions[type])
    const id = await insertFile(system, { purpose, content_type, size, sha256, storage_key, file_name })
    return { id, url: addressOf(id, extensions[type]), size }
  } catch (error) {
    await storage.remove(storage_key)
    throw error
  }
}

/** Serves the picture at `/images/<name>`. No other stored file can be found here. */
export async function findPublicImage(database: Database, name: string): Promise<StoredFile | undefined> {
  const [, id, extension] = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(jpg|png|webp)$/.exec(name) ?? []
  if (!id || !extension) return undefined
  const file = await database.row(
    storedFile,
  )`select ${storedFileColumns} from stored_file where id = ${id} and purpose = ${purpose}`
  return file?.storage_key.endsWith(`.${extension}`) ? file : undefined
}
