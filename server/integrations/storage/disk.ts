import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { checkFolder, checkKey, type Storage, StorageFull } from './storage.ts'

const errorCode = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)
export const isFull = (error: unknown): boolean => errorCode(error) === 'ENOSPC' || errorCode(error) === 'EDQUOT'

function unlessMissing(error: unknown): undefined {
  if (errorCode(error) !== 'ENOENT') throw error
}

/** The folder of files being written. No key leads here: a key has at least two parts and none begins with a dot. */
const incomingFolder = (folder: string) => join(folder, '.incoming')

/** Stores files in `folder`, which is created if missing. */
export function createDiskStorage(folder: string): Storage {
  const pathOf = (key: string) => join(folder, checkKey(key))

  return {
    async put(key, content, { size }) {
      const path = pathOf(key)
      // The temporary file is inside the folder, so that the rename stays within one file system and is atomic.
      const temporary = join(incomingFolder(folder), randomBytes(12).toString('hex'))
      try {
        await mkdir(incomingFolder(folder), { recursive: true, mode: 0o700 })
        await mkdir(dirname(path), { recursive: true, mode: 0o700 })
        const file = await open(temporary, 'wx', 0o600)
        try {
          await file.writeFile(content)
          const written = (await file.stat()).size
          if (written !== size) throw new Error(`${written} bytes came instead of ${size}`)
          await file.sync()
        } finally {
          await file.close()
        }
        await rename(temporary, path)
        await syncFolder(dirname(path))
      } catch (error) {
        await rm(temporary, { force: true })
        throw isFull(error) ? new StorageFull(error) : error
      }
    },

    async get(key, range) {
      const path = pathOf(key)
      const file = await open(path).catch(unlessMissing)
      if (!file) return undefined
      try {
        const { size } = await file.stat()
        // The stream closes the handle, at its end or when it is destroyed.
        return { stream: createReadStream(path, { fd: file, ...range }), size }
      } catch (error) {
        await file.close()
        throw error
      }
    },

    async remove(key) {
      await rm(pathOf(key), { force: true })
    },

    async list(prefix) {
      const below = checkFolder(prefix)
      const found = await readdir(join(folder, below), { recursive: true, withFileTypes: true }).catch(unlessMissing)
      return (found ?? [])
        .filter(entry => entry.isFile())
        .map(entry => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
        .sort()
    },

    async probe() {
      const trial = join(incomingFolder(folder), randomBytes(12).toString('hex'))
      try {
        await mkdir(incomingFolder(folder), { recursive: true, mode: 0o700 })
        await writeFile(trial, '\n', { mode: 0o600 })
      } finally {
        await rm(trial, { force: true })
      }
    },
  }
}

/** A rename is durable only once its folder has been synced; Windows can't open a folder. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

const abandonedAfter = 3_600_000

/**
 * Creates the folder and removes files that a killed process left half-written. Rejects if files cannot be stored there, so that a
 * wrong owner is reported at startup, not at the first upload.
 */
export async function prepareFolder(folder: string): Promise<void> {
  await mkdir(incomingFolder(folder), { recursive: true, mode: 0o700 })
  await removeAbandoned(incomingFolder(folder))
}

/** Removes files that have not been written to for an hour. */
export async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    // Another process may have finished or removed it meanwhile.
    const { mtimeMs = Date.now() } = (await stat(path).catch(unlessMissing)) ?? {}
    if (Date.now() - mtimeMs > abandonedAfter) await rm(path, { force: true })
  }
}
