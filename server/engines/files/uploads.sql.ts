import sql from 'sql-template-tag'
import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { countOf } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'
import { selectList } from '#server/database/select-list.ts'

export const storedFile = z.object({
  content_type: z.string(),
  size: z.int(),
  sha256: z.string(),
  storage_key: z.string(),
  file_name: z.string(),
})
export type StoredFile = z.output<typeof storedFile>

export const storedFileColumns = selectList(storedFile)

export interface NewFile extends StoredFile {
  purpose: string
}

const added = z.object({ id })

/** Keeps a file that belongs to no account. */
export async function insertFile(database: Database, file: NewFile): Promise<string> {
  const row = await database.one(added)`
    insert into stored_file (purpose, content_type, size, sha256, storage_key, file_name)
    values (${file.purpose}, ${file.content_type}, ${file.size}, ${file.sha256}, ${file.storage_key}, ${file.file_name})
    returning id`
  return row.id
}

const uploadedThisHour = (accountId: string) => sql`
  select count(*) from stored_file where account_id = ${accountId} and created_at > now() - interval '1 hour'`

export const uploadsThisHour = (database: Database, accountId: string): Promise<number> =>
  countOf(database, uploadedThisHour(accountId))

/** Returns the new row's id, or undefined when the account has uploaded `limit` files within the hour. */
export async function insertWithinLimit(
  database: Database,
  accountId: string,
  file: NewFile,
  limit: number,
): Promise<string | undefined> {
  return database.transaction(async transaction => {
    // A count does not see other uploads' uncommitted rows, so a lock on the account's own row makes them queue.
    await transaction.row(added)`select id from account where id = ${accountId} for no key update`
    const row = await transaction.row(added)`
      insert into stored_file (account_id, purpose, content_type, size, sha256, storage_key, file_name)
      select ${accountId}, ${file.purpose}, ${file.content_type}, ${file.size}, ${file.sha256}, ${file.storage_key},
        ${file.file_name}
      where (${uploadedThisHour(accountId)}) < ${limit}
      returning id`
    return row?.id
  })
}

export const findFile = (database: Database, fileId: string) =>
  database.row(storedFile)`select ${storedFileColumns} from stored_file where id = ${fileId}`
