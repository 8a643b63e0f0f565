import { z } from 'zod'
import type { Database } from '#server/database/database.ts'
import type { Services } from '#server/engines/services.ts'

type Needed = Pick<Services, 'system' | 'storage'>

/**
 * Removes stored content again unless `work` reports its row as written by the callback; for a repeated request it need not be. A
 * failure of `work` may follow its commit, if the acknowledgement was lost, so the database is checked.
 */
export async function removeUnlessWritten<Answer>(
  { system, storage }: Needed,
  storageKey: string,
  work: (written: () => void) => Promise<Answer>,
): Promise<Answer> {
  let isWritten = false
  try {
    const answer = await work(() => {
      isWritten = true
    })
    if (!isWritten) await storage.remove(storageKey)
    return answer
  } catch (error) {
    // If this cannot be determined, content without a row does less harm than a row without content.
    if (await isUnwritten(system, storageKey).catch(() => false)) await storage.remove(storageKey).catch(() => {})
    throw error
  }
}

class Probed extends Error {
  readonly isFree: boolean
  constructor(isFree: boolean) {
    super('a probe is rolled back')
    this.isFree = isFree
  }
}

const probe = z.object({ size: z.int() })

/**
 * Reports whether no row has the key. Unlike a query, an insertion with the same key waits for a transaction that was cut off from
 * its client and is still committing. The insertion is rolled back.
 */
async function isUnwritten(system: Database, storageKey: string): Promise<boolean> {
  try {
    return await system.transaction(async transaction => {
      const inserted = await transaction.row(probe)`
        insert into stored_file (purpose, content_type, size, sha256, storage_key, file_name)
        values ('probe', '', 1, '', ${storageKey}, '') on conflict (storage_key) do nothing returning size`
      throw new Probed(inserted !== undefined)
    })
  } catch (error) {
    if (error instanceof Probed) return error.isFree
    throw error
  }
}
