import sql from 'sql-template-tag'
import type { Database } from '../database/database.ts'

export interface NewFile {
  accountId: string
  purpose: string
  contentType: string
  size: number
  sha256: string
  storageKey: string
  fileName: string
}

export async function uploadsThisHour(database: Database, accountId: string): Promise<number> {
  const counted = await database.row<{ count: number }>(sql`
    select count(*) as count from stored_file
    where account_id = ${accountId} and created_at > now() - interval '1 hour'`)
  return counted?.count ?? 0
}

/** The new row's id; undefined when the account has uploaded `limit` files within the hour. */
export async function insertWithinLimit(database: Database, file: NewFile, limit: number): Promise<string | undefined> {
  return database.transaction(async transaction => {
    // A count sees no row that another upload has not committed: the account's own row makes them queue.
    await transaction.rows(sql`select id from account where id = ${file.accountId} for no key update`)
    const added = await transaction.row<{ id: string }>(sql`
      insert into stored_file (account_id, purpose, content_type, size, sha256, storage_key, file_name)
      select ${file.accountId}, ${file.purpose}, ${file.contentType}, ${file.size}, ${file.sha256}, ${file.storageKey},
        ${file.fileName}
      where (select count(*) from stored_file
        where account_id = ${file.accountId} and created_at > now() - interval '1 hour') < ${limit}
      returning id`)
    return added?.id
  })
}

export interface StoredFile {
  content_type: string
  size: number
  sha256: string
  storage_key: string
  file_name: string
}

export function findFile(database: Database, id: string): Promise<StoredFile | undefined> {
  return database.row<StoredFile>(sql`
    select content_type, size, sha256, storage_key, file_name from stored_file where id = ${id}`)
}
