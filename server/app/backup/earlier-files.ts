import type { Keys } from '#server/core/keyring.ts'
import { listedFiles } from './listed-files.ts'
import { BackupProblem, filesSum } from './manifest.ts'
import { verifySignature } from './signature.ts'
import { readManifest, verifyFile } from './verify.ts'

/**
 * Returns the checksums of the files that an encrypted backup may share with the previous one: none if that one is for other public
 * keys, or is not as the portal signed it. A plain file is compared with its row instead, but anybody who may write to the folder
 * could have put another one encrypted for the same public key there.
 */
export async function sharedSums(
  folder: string,
  { keys, recipients }: { keys: Keys; recipients: readonly string[] },
): Promise<Map<string, string>> {
  const sums = new Map<string, string>()
  try {
    const manifest = await readManifest(folder, () => verifySignature(folder, keys, {}))
    const isForSame = manifest.recipients?.toSorted().join() === recipients.toSorted().join()
    if (!isForSame || !manifest.files) return sums
    await verifyFile(folder, filesSum, manifest.files.sha256)
    for await (const { key, sha256 } of listedFiles(folder, manifest)) sums.set(key, sha256)
    return sums
  } catch (error) {
    if (error instanceof BackupProblem) return new Map()
    throw error
  }
}
