import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { fingerprints, type Keys } from '#server/core/keyring.ts'
import { OperatorProblem } from '#server/core/problem.ts'

/** A backup could not be made or restored; the message is for the person at the terminal. */
export class BackupProblem extends OperatorProblem {}

/** Raise this when an older program could not restore what a newer one writes. */
export const backupFormat = 1

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const count = z.int().min(0)

const manifestSchema = z.object({
  format: z.literal(backupFormat),
  made_at: z.iso.datetime(),
  app_version: z.string(),
  postgres: z.string(),
  /** Shows whether the restoring portal has the key that seals parts of the data. */
  key_check: sha256,
  migrations: z.array(z.object({ name: z.string(), sha256 })).min(1),
  /** The schema version of the job library's tables. */
  jobs_level: count,
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()).min(1),
      rows: count,
      file: z.string().regex(/^tables\/\w+\.\w+\.copy\.zst$/),
      bytes: count,
      sha256,
    }),
  ),
  sequences: z.array(z.object({ name: z.string(), last_value: z.string().regex(/^-?\d+$/), is_called: z.boolean() })),
  /** Null when the files are in an object store and not in the backup. */
  files: z.object({ count, bytes: count, sha256, missing: z.array(z.string()) }).nullable(),
})
export type Manifest = z.output<typeof manifestSchema>

export const manifestFile = 'manifest.json'
/** The file has the format of `sha256sum`, so that backups can be verified without the portal. */
export const manifestSum = 'manifest.sha256'
export const filesSum = 'files.sha256'

/** The check of the current writing key comes first. Backups from before keys had ids contain the same checks. */
export const keyChecks = (keys: Keys): string[] =>
  fingerprints(keys, 'backup', 'key check').flatMap(check => (check.length === 32 ? check.toString('hex') : []))

/** Passes data through and computes its digest and size. */
export function measure() {
  const hash = createHash('sha256')
  let bytes = 0
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  return { stream, measured: () => ({ bytes, sha256: hash.digest('hex') }) }
}

/** Returns undefined when the file does not exist. */
export async function hashFile(path: string): Promise<string | undefined> {
  const hash = createHash('sha256')
  try {
    await pipeline(createReadStream(path), hash)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
  return hash.digest('hex')
}

/**
 * Reads a backup's manifest once `authentic` has vouched for it, and checks every file it names for loss and damage. Throws
 * BackupProblem.
 */
export async function verifyBackup(folder: string, authentic: () => Promise<void>): Promise<Manifest> {
  const manifest = await readManifest(folder, authentic)
  for (const { file, sha256 } of manifest.tables) await verifyFile(folder, file, sha256)
  if (!manifest.files) return manifest
  await verifyFile(folder, filesSum, manifest.files.sha256)
  let files = 0
  for await (const { key, sha256 } of listedFiles(folder)) {
    await verifyFile(folder, `files/${key}`, sha256)
    files += 1
  }
  if (files !== manifest.files.count)
    throw new BackupProblem(`备份不完整：应有 ${manifest.files.count} 个文件，实际 ${files} 个`)
  return manifest
}

async function readManifest(folder: string, authentic: () => Promise<void>): Promise<Manifest> {
  const read = (file: string) => readFile(join(folder, file), 'utf8').catch(unreadable(join(folder, file)))
  const [text, sum] = [await read(manifestFile), await read(manifestSum)]
  if (text === undefined || sum === undefined)
    throw new BackupProblem(`${folder} 不是一份完整的备份：缺少 ${manifestFile} 或 ${manifestSum}`)
  await verifyFile(folder, manifestFile, sum.split(' ')[0] ?? '')
  await authentic()
  const raw: unknown = JSON.parse(text)
  const format = z.object({ format: z.number() }).safeParse(raw)
  if (format.data && format.data.format !== backupFormat)
    throw new BackupProblem(`备份的格式为 ${format.data.format}，本程序只认识 ${backupFormat}：请使用制作它的程序版本`)
  const parsed = manifestSchema.safeParse(raw)
  if (!parsed.success) throw new BackupProblem(`备份的清单内容不正确：${z.prettifyError(parsed.error)}`)
  return parsed.data
}

/** What can't be read must not be taken for missing: somebody would throw the backup away. */
const unreadable = (path: string) => (error: NodeJS.ErrnoException) => {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
  throw new BackupProblem(`读不到 ${path}（${error.code}）：请以能读取备份的用户执行；硬盘出错的，换一份备份`)
}

async function verifyFile(folder: string, file: string, expected: string): Promise<void> {
  const found = await hashFile(join(folder, file)).catch(unreadable(join(folder, file)))
  if (found === undefined) throw new BackupProblem(`备份不完整：缺少 ${file}`)
  if (found !== expected) throw new BackupProblem(`备份已损坏或被改动：${file} 的 SHA-256 与清单不符`)
}

/** Yields the uploaded files of a backup one by one. */
export async function* listedFiles(folder: string): AsyncGenerator<{ key: string; sha256: string }> {
  const lines = createInterface({ input: createReadStream(join(folder, filesSum)) })
  for await (const line of lines) {
    const [, sha256, key] = /^([0-9a-f]{64}) {2}files\/(.+)$/.exec(line) ?? []
    if (!sha256 || !key) throw new BackupProblem(`${filesSum} 里有一行不能识别：${line}`)
    yield { key, sha256 }
  }
}
