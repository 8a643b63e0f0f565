import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/core/config.ts'
import { endPostmaster, isPostmaster, readPostmaster } from '#server/database/embedded-postmaster.ts'
import { findBinaries } from '#server/database/embedded-system.ts'

type Place = Pick<Config, 'dataDir'>

const prefix = 'rehearsal-'
/** Names used by this process. No other process can rehearse here, because it would have to lock the data folder. */
const used = new Set<string>()

/** Runs work with the path of a folder for it to create, and removes the folder afterwards. */
export async function inRehearsalFolder<Result>(
  { dataDir }: Place,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const name = prefix + crypto.randomUUID().slice(0, 8)
  used.add(name)
  try {
    return await work(join(dataDir, name))
  } finally {
    await removeFolder(join(dataDir, name))
    used.delete(name)
  }
}

/** Removes the copies of the whole database that killed rehearsals left. */
export async function removeLeftRehearsals({ dataDir }: Place): Promise<void> {
  for (const name of await readdir(dataDir))
    if (name.startsWith(prefix) && !used.has(name)) await removeFolder(join(dataDir, name))
}

/**
 * Removes a restored folder that is no longer needed. Renames it to a rehearsal first, so that the next start removes what is left
 * if the process is killed meanwhile.
 */
export async function discardRestored({ dataDir }: Place, folder: string): Promise<void> {
  const name = prefix + crypto.randomUUID().slice(0, 8)
  await endClusterIn(join(dataDir, folder))
  await rename(join(dataDir, folder), join(dataDir, name)).catch(ignoreMissing)
  await removeFolder(join(dataDir, name))
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}

/** Removes a folder with a restored cluster, which may still be running if its portal was killed. */
async function removeFolder(folder: string): Promise<void> {
  await endClusterIn(folder)
  await rm(folder, { recursive: true, force: true })
}

/** Ends the server of the cluster in a folder, if it runs. */
export async function endClusterIn(folder: string): Promise<void> {
  const cluster = join(folder, 'postgres')
  const found = readPostmaster(cluster)
  if (found && isPostmaster(found.pid, cluster)) await endPostmaster(found.pid, findBinaries())
}
