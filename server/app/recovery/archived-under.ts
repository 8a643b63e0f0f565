import { signingKeyId } from '#server/app/backup/signature.ts'
import { archiveKind } from '#server/core/archive-settings.ts'
import type { Config } from '#server/core/config.ts'
import { sealedHead, sealingKeyId } from '#server/core/keyring.ts'
import { semaphore } from '#server/core/semaphore.ts'
import { expectSameArchive } from './archive-mark.ts'
import { openArchiveTarget, readObject } from './archive-target.ts'
import { isSignature } from './base-manifest.ts'

/** Objects read concurrently, because a store over the network takes a while to answer each request. */
const width = 8

/**
 * Returns by key id the number of archive objects that each key sealed or signed. The parts of a base backup are not counted: the
 * key that signed it sealed them. Throws BackupProblem if the archive is not mounted, which differs from an empty one.
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
