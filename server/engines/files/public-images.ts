import { imageMegabytes } from '#contract/content-names.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'
import type { Upload } from '#server/engines/context.ts'
import type { Services } from '#server/engines/services.ts'
import { extensions, sniff } from './file-types.ts'
import { redraw } from './images.ts'
import { insertFile, type StoredFile, storedFile, storedFileColumns } from './uploads.sql.ts'
import { requireSize, storeContent } from './uploads.ts'

const purpose = 'article'

/** Returns the path of a picture on the public pages. It contains nothing of the sender's file name. */
const addressOf = (id: string, extension: string) => `/images/${id}.${extension}`

interface PublicImage {
  id: string
  url: string
  size: number
}

/**
 * Checks, redraws and stores a public picture. `writeDown` receives a function that inserts its row in a transaction. Leaves
 * nothing behind if it refuses or fails.
 */
export async function keepPublicImage<Answer>(
  services: Pick<Services, 'system' | 'storage' | 'log'>,
  upload: Upload,
  writeDown: (insert: (system: Database) => Promise<PublicImage>) => Promise<Answer>,
): Promise<Answer> {
  requireSize(upload, imageMegabytes)
  const type = sniff(upload.content)
  if (!type || type === 'pdf') throw new Refusal(-53708)
  const content = await redraw(upload.content, { owner: 'articles', type, megabytes: imageMegabytes })
  const stored = { purpose, type, content, fileName: upload.fileName }
  return storeContent(services, stored, take =>
    writeDown(async system => {
      const file = take()
      const id = await insertFile(system, file)
      return { id, url: addressOf(id, extensions[type]), size: file.size }
    }),
  )
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
