import { accessSync, constants, type Stats } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

interface Writable {
  /** The folder itself, or the closest one that exists on the way to it. */
  path: string
  trouble: 'no folder' | 'read-only' | 'forbidden' | undefined
}

/** Says why a folder can't be written to, or made. */
export async function whyUnwritable(folder: string): Promise<Writable> {
  const { path, stats } = await nearest(folder)
  if (!stats.isDirectory()) return { path, trouble: 'no folder' }
  try {
    accessSync(path, constants.W_OK | constants.X_OK)
    return { path, trouble: undefined }
  } catch (error) {
    return { path, trouble: (error as NodeJS.ErrnoException).code === 'EROFS' ? 'read-only' : 'forbidden' }
  }
}

/**
 * Finds the folder itself, or the closest one on the way to it that this user sees. The running portal asks, too, and must not wait
 * for a file server that does not answer.
 */
export async function nearest(path: string): Promise<{ path: string; stats: Stats }> {
  try {
    return { path, stats: await stat(path) }
  } catch (error) {
    // What lies in a folder that this user may not search is as good as missing.
    const isMissing = ['ENOENT', 'ENOTDIR', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '')
    if (!isMissing || path === dirname(path)) throw error
    return nearest(dirname(path))
  }
}

/** Creates a folder and those above it. Node's own `recursive` never returns where none can be created, as in /proc. */
export async function makeFolder(path: string, mode: number): Promise<void> {
  try {
    await mkdir(path, { mode })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return
    const parent = dirname(path)
    // Where the parent exists, the file system refuses the folder itself.
    if (code !== 'ENOENT' || (await stat(parent).catch(() => undefined))) throw error
    await makeFolder(parent, mode)
    await mkdir(path, { mode })
  }
}
