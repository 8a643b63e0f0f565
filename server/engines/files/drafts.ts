import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/core/config.ts'
import { removeAbandoned } from '#server/integrations/storage/disk.ts'

/**
 * The folder for large files while they are written. The system's folder for temporary files is memory under systemd and in a
 * container.
 */
const draftsFolder = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'drafts')

/** Makes the folder and removes what a killed process has left there. */
export async function prepareDrafts(config: Pick<Config, 'dataDir'>): Promise<void> {
  await mkdir(draftsFolder(config), { recursive: true, mode: 0o700 })
  await removeAbandoned(draftsFolder(config))
}

/** Returns the path of a new file. The caller creates and removes it. */
export const newDraft = (config: Pick<Config, 'dataDir'>): string =>
  join(draftsFolder(config), randomBytes(12).toString('hex'))
