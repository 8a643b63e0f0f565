import { z } from 'zod'
import type { Database } from '#server/database/database.ts'
import type { Services } from '#server/engines/services.ts'

type Needed = Pick<Services, 'system' | 'storage'>

/**
 * Removes a stored content again unless `work` writes it down, which it says by what it is handed; it need not where a request was
 * repeated. A failure of `work` may come behind its commit, whose answer was lost, so the database is asked what became of it.
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
    // Where nobody can tell, a content that nothing refers to does less harm than a row without its content.
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
 * Reports whether no row has the key. Unlike a look, an insertion with the same key waits for a transaction that was cut off from its
 * client and is still committing. It is rolled back.
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
