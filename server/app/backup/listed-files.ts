import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { BackupProblem, filesSum, type Manifest, suffixOf } from './manifest.ts'

export interface ListedFile {
  key: string
  /** The SHA-256 of the file as the backup holds it, which is the encrypted one's if the backup is encrypted. */
  sha256: string
  path: string
}

/** Yields the uploaded files of a backup one by one. */
export async function* listedFiles(folder: string, manifest: Manifest): AsyncGenerator<ListedFile> {
  const suffix = suffixOf(manifest)
  const lines = createInterface({ input: createReadStream(join(folder, filesSum)) })
  for await (const line of lines) {
    const [, sha256, name] = /^([0-9a-f]{64}) {2}files\/(.+)$/.exec(line) ?? []
    if (!sha256 || !name?.endsWith(suffix)) throw new BackupProblem(`${filesSum} 里有一行不能识别：${line}`)
    const path = join(folder, 'files', name)
    yield { key: suffix ? name.slice(0, -suffix.length) : name, sha256, path }
  }
}
