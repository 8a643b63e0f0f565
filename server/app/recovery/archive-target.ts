import { statfs } from 'node:fs/promises'
import { archiveFolder, archiveKind } from '#server/core/archive-settings.ts'
import type { Config } from '#server/core/config.ts'
import { createDiskStorage, prepareFolder } from '#server/integrations/storage/disk.ts'
import { type ByteRange, type Storage, StorageFull } from '#server/integrations/storage/storage.ts'
import { openObject, sealObject } from './envelope.ts'

/** Bytes of the disk that the archive leaves to the database and the uploads. */
const reserved = 2 ** 30

/** Describes the archive's location, for messages. */
export const archivePlace = (config: Config): string =>
  archiveKind(config) === 's3' ? `存储桶 ${config.archiveBucket ?? config.s3Bucket}` : archiveFolder(config)

/** The objects of the archive, sealed when written and opened when read. */
export interface ArchiveTarget {
  put(key: string, content: Buffer): Promise<{ bytes: number; sealed: Buffer }>
  /** Returns undefined if the object does not exist; throws if it was altered, moved or sealed by an unknown key. */
  get(key: string): Promise<Buffer | undefined>
  remove(key: string): Promise<void>
  list(folder: string): Promise<string[]>
  /** Objects that are signed instead of sealed. */
  plain: Storage
}

export async function openArchiveTarget(config: Config): Promise<ArchiveTarget> {
  const plain = await openStorage(config)
  return {
    plain,
    async put(key, content) {
      const sealed = await sealObject(config, key, content)
      await plain.put(key, sealed, { contentType: 'application/octet-stream', size: sealed.length })
      return { bytes: sealed.length, sealed }
    },
    async get(key) {
      const content = await readObject(plain, key)
      return content && openObject(config, key, content)
    },
    remove: key => plain.remove(key),
    list: folder => plain.list(folder),
  }
}

export async function readObject(storage: Storage, key: string, range?: ByteRange): Promise<Buffer | undefined> {
  const stored = await storage.get(key, range)
  if (!stored) return undefined
  const chunks: Buffer[] = []
  for await (const chunk of stored.stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function openStorage(config: Config): Promise<Storage> {
  if (archiveKind(config) === 's3') {
    const { createS3Storage } = await import('#server/integrations/storage/s3.ts')
    return createS3Storage({ ...config, s3Bucket: config.archiveBucket ?? config.s3Bucket })
  }
  const folder = archiveFolder(config)
  await prepareFolder(folder).catch(() => {})
  const disk = createDiskStorage(folder)
  return {
    ...disk,
    async put(key, content, about) {
      const room = await statfs(folder).catch(() => undefined)
      if (room && room.bavail * room.bsize < reserved + about.size)
        throw new StorageFull(new Error(`less than ${reserved} bytes are left`))
      await disk.put(key, content, about)
    },
  }
}
