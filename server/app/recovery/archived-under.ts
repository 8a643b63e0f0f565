import { signingKeyId } from '#server/app/backup/signature.ts'
import { archiveKind } from '#server/core/archive-settings.ts'
import type { Config } from '#server/core/config.ts'
import { sealedHead, sealingKeyId } from '#server/core/keyring.ts'
import { semaphore } from '#server/core/semaphore.ts'
import { expectSameArchive } from './archive-mark.ts'
import { openArchiveTarget, readObject } from './archive-target.ts'
import { isSignature } from './base-manifest.ts'

/** Objects that are read at the same time, because a store over the network answers each only after a while. */
const width = 8

/**
 * Returns how many objects of the archive each key sealed or signed, by its id. The parts of a base backup are left out:
 * the key that signed it sealed them. Throws BackupProblem where the archive is not mounted, which is not an empty one.
 */
export async function archivedUnder(config: Config): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  if (archiveKind(config) === 'off') return counts
  const target = await openArchiveTarget(config)
  await expectSameArchive(target, config)
  const inTurn = semaphore(width)
  const count = async (key: string) => {
    const head = await readObject(target.plain, key, isSignature(key) ? undefined : sealedHead)
    const id = head && (isSignature(key) ? signingKeyId(head.toString('latin1')) : sealingKeyId(head))
    if (id) counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  const keys = (await target.list('runs/')).filter(key => isSignature(key) || !key.includes('/base/'))
  await Promise.all(keys.map(key => inTurn(() => count(key))))
  return counts
}
