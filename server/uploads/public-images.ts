import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import { imageMegabytes } from '#contract/operations/content-names.ts'
import type { Database } from '../database/database.ts'
import type { Upload } from '../http/context.ts'
import { Refusal } from '../http/envelope.ts'
import { StorageFull } from '../integrations/storage/storage.ts'
import type { Services } from '../services.ts'
import { contentTypes, extensions, sniff } from './file-types.ts'
import { redraw } from './images.ts'
import type { StoredFile } from './uploads.sql.ts'
import { newKey, safeName } from './uploads.ts'

const purpose = 'article'

/** Where a picture of the public pages is; the name holds nothing of the sender's. */
const addressOf = (id: string, extension: string) => `/images/${id}.${extension}`

/** Checks, redraws and keeps a picture that everybody may see. Nothing is left behind when it is refused or fails. */
export async function keepPublicImage(
  { system, storage, log }: Pick<Services, 'system' | 'storage' | 'log'>,
  upload: Upload,
) {
  if (upload.truncated || upload.content.length > imageMegabytes * 1024 * 1024)
    throw new Refusal(-45002, imageMegabytes)
  const type = sniff(upload.content)
  if (!type || type === 'pdf') throw new Refusal(-53708)
  const content = await redraw(upload.content, type, imageMegabytes)
  const [contentType, size, key] = [contentTypes[type], content.length, newKey(purpose, extensions[type])]
  try {
    await storage.put(key, content, { contentType, size })
  } catch (error) {
    if (!(error instanceof StorageFull)) throw error
    log.error({ err: error }, error.message)
    throw new Refusal(503, null, '文件存储空间不足，图片未保存，请稍后重试')
  }
  try {
    const sha256 = createHash('sha256').update(content).digest('hex')
    const file = await system.row<{ id: string }>(sql`
      insert into stored_file (purpose, content_type, size, sha256, storage_key, file_name)
      values (${purpose}, ${contentType}, ${size}, ${sha256}, ${key}, ${safeName(upload.fileName, extensions[type])})
      returning id`)
    if (!file) throw new Error('stored_file answered no row')
    return { id: file.id, url: addressOf(file.id, extensions[type]), size }
  } catch (error) {
    await storage.remove(key)
    throw error
  }
}

/** The picture at `/images/<name>`; no other stored file is found here. */
export async function findPublicImage(database: Database, name: string): Promise<StoredFile | undefined> {
  const [, id, extension] = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(jpg|png|webp)$/.exec(name) ?? []
  if (!id || !extension) return undefined
  const file = await database.row<StoredFile>(sql`
    select content_type, size, sha256, storage_key, file_name from stored_file
    where id = ${id} and purpose = ${purpose}`)
  return file?.storage_key.endsWith(`.${extension}`) ? file : undefined
}
