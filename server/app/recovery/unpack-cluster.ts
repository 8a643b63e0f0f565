import { chmod, type FileHandle, mkdir, open } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { BackupProblem } from '#server/app/backup/manifest.ts'
import { chunkSize, headerSchema } from './cluster-stream.ts'

/** Writes the files of a packed cluster to `folder`, and passes each to `own`. */
export async function unpackCluster(
  stream: AsyncIterable<Buffer>,
  folder: string,
  own: (path: string) => void,
): Promise<void> {
  const made = new Set<string>()
  const makeFolder = async (path: string): Promise<void> => {
    if (made.has(path) || path === '.') return
    await makeFolder(dirname(path))
    await mkdir(join(folder, path), { recursive: true, mode: 0o700 })
    own(join(folder, path))
    made.add(path)
  }
  const reader = readExactly(stream)
  for (;;) {
    const length = (await reader.read(4)).readUInt32BE()
    if (length === 0) return
    const { path, size } = headerSchema.parse(JSON.parse((await reader.read(length)).toString()))
    if (normalize(path) !== path || path.startsWith('..') || path.startsWith('/'))
      throw new BackupProblem(`基础备份里有不能接受的路径 ${path}`)
    await makeFolder(size === null ? path : dirname(path))
    if (size === null) continue
    const file = await open(join(folder, path), 'wx', 0o600)
    try {
      await writeContent(file, reader, size)
    } finally {
      await file.close()
    }
    await chmod(join(folder, path), 0o600)
    own(join(folder, path))
  }
}

async function writeContent(file: FileHandle, reader: ReturnType<typeof readExactly>, size: number): Promise<void> {
  for (let left = size; left > 0; ) {
    const chunk = await reader.read(Math.min(left, chunkSize))
    await file.writeFile(chunk)
    left -= chunk.length
  }
  await file.sync()
}

function readExactly(stream: AsyncIterable<Buffer>) {
  const chunks = stream[Symbol.asyncIterator]()
  let rest = Buffer.alloc(0)
  return {
    async read(length: number): Promise<Buffer> {
      const parts: Buffer[] = []
      for (let missing = length; missing > 0; ) {
        if (!rest.length) {
          const { value, done } = await chunks.next()
          if (done) throw new BackupProblem('基础备份不完整：内容提前结束')
          rest = Buffer.from(value)
        }
        const part = rest.subarray(0, missing)
        parts.push(part)
        rest = rest.subarray(part.length)
        missing -= part.length
      }
      return Buffer.concat(parts)
    },
  }
}
