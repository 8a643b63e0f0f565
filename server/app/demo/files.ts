import { hash } from 'node:crypto'
import { z } from 'zod'
import type { Database } from '#server/database/database.ts'
import type { Storage } from '#server/integrations/storage/storage.ts'

interface DemoFile {
  key: string
  name: string
  purpose: string
  contentType: string
  content: Buffer
  accountId?: string
}

export const sha256 = (content: Buffer) => hash('sha256', content, 'hex')

const fileId = z.object({ id: z.string() })

/**
 * Puts a file into the storage and its row into the database. The key is constant, so that a later fill replaces what a fill that
 * failed between the two steps left behind.
 */
export async function storeFile(database: Database, storage: Storage, file: DemoFile): Promise<string> {
  const { content, contentType } = file
  await storage.put(file.key, content, { contentType, size: content.length })
  const row = await database.row(fileId)`
    insert into stored_file (account_id, purpose, content_type, size, sha256, storage_key, file_name)
    values (${file.accountId ?? null}, ${file.purpose}, ${contentType}, ${content.length}, ${sha256(content)},
      ${file.key}, ${file.name})
    returning id`
  if (!row) throw new Error(`no row for ${file.key}`)
  return row.id
}
