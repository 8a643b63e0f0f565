import type { Storage } from '#server/integrations/storage/storage.ts'

/**
 * Removes a stored content again unless `work` writes it down, which it says by what it is handed; it need not where a request was
 * repeated. When `work` fails, nothing was written.
 */
export async function removeUnlessWritten<Answer>(
  storage: Pick<Storage, 'remove'>,
  storageKey: string,
  work: (written: () => void) => Promise<Answer>,
): Promise<Answer> {
  let isWritten = false
  try {
    return await work(() => {
      isWritten = true
    })
  } catch (error) {
    isWritten = false
    throw error
  } finally {
    if (!isWritten) await storage.remove(storageKey)
  }
}
