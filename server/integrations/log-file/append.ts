import { open } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Appends lines to a file and returns once they are on disk. The file is opened each time, so that a rotated file is created anew.
 * A line left unfinished by a crash is terminated first; it is written again in full.
 */
export async function appendLines(path: string, lines: readonly string[]): Promise<void> {
  // `a+` also reads, for the last byte.
  const file = await open(path, 'a+', 0o640)
  try {
    const { size } = await file.stat()
    const { buffer } = size ? await file.read(Buffer.alloc(1), 0, 1, size - 1) : { buffer: Buffer.from('\n') }
    const isUnfinished = buffer.toString('latin1') !== '\n'
    await file.appendFile(`${isUnfinished ? '\n' : ''}${lines.map(line => `${line}\n`).join('')}`)
    await file.sync()
    if (!size) await syncFolder(dirname(path))
  } finally {
    await file.close()
  }
}

/** Without it a new file's name could be lost even though its content is on disk. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
