import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { setImmediate as otherWork } from 'node:timers/promises'
import { Zip, ZipDeflate } from 'fflate'

export interface Written {
  name: string
  sha256: string
  bytes: number
}

/**
 * Writes a ZIP to a file, entry by entry and in pieces, so that it is never held in memory. Other work gets its turn after each
 * piece.
 */
export async function openZip(path: string) {
  const file = await open(path, 'wx', 0o600)
  const whole = createHash('sha256')
  let size = 0
  let failed: Error | undefined
  const waiting: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) failed = error
    else waiting.push(chunk)
  })
  async function flush(): Promise<void> {
    if (failed) throw failed
    for (const chunk of waiting.splice(0)) {
      whole.update(chunk)
      size += chunk.length
      await file.write(chunk)
    }
    await otherWork()
  }
  return {
    async add(name: string, pieces: AsyncIterable<Uint8Array>): Promise<Written> {
      const entry = new ZipDeflate(name, { level: 6 })
      zip.add(entry)
      const hash = createHash('sha256')
      let bytes = 0
      for await (const piece of pieces) {
        hash.update(piece)
        bytes += piece.length
        entry.push(piece)
        await flush()
      }
      entry.push(new Uint8Array(), true)
      await flush()
      return { name, sha256: hash.digest('hex'), bytes }
    },
    async end(): Promise<{ size: number; sha256: string }> {
      zip.end()
      await flush()
      await file.close()
      return { size, sha256: whole.digest('hex') }
    },
    /** Used after a failure; the caller removes the file itself. */
    close: () => file.close().catch(() => undefined),
  }
}
