import { join } from 'node:path'
import type { Config } from '#server/core/config.ts'
import { createDiskStorage, prepareFolder } from './disk.ts'
import type { Storage } from './storage.ts'

/** Creates the storage named by `STORAGE`. The S3 SDK is loaded only if it is chosen. */
export async function createStorage(config: Config): Promise<Storage> {
  if (config.storage === 's3') return (await import('./s3.ts')).createS3Storage(config)
  const folder = join(config.dataDir, 'files')
  await prepareFolder(folder)
  return createDiskStorage(folder)
}
