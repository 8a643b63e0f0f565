import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { z } from 'zod'
import { hashFile } from './digest.ts'
import { listedFiles } from './listed-files.ts'
import {
  BackupProblem,
  encryptedFormat,
  filesSum,
  type Manifest,
  manifestFile,
  manifestSchema,
  manifestSum,
} from './manifest.ts'

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
  for await (const { path, sha256 } of listedFiles(folder, manifest)) {
    await verifyFile(folder, relative(folder, path), sha256)
    files += 1
  }
  if (files !== manifest.files.count)
    throw new BackupProblem(`备份不完整：应有 ${manifest.files.count} 个文件，实际 ${files} 个`)
  return manifest
}

/** Reads a manifest that `authentic` vouches for, but none of the files it names. */
export async function readManifest(folder: string, authentic: () => Promise<void>): Promise<Manifest> {
  const read = (file: string) => readFile(join(folder, file), 'utf8').catch(unreadable(join(folder, file)))
  const [text, sum] = [await read(manifestFile), await read(manifestSum)]
  if (text === undefined || sum === undefined)
    throw new BackupProblem(`${folder} 不是一份完整的备份：缺少 ${manifestFile} 或 ${manifestSum}`)
  await verifyFile(folder, manifestFile, sum.split(' ')[0] ?? '')
  await authentic()
  const raw: unknown = JSON.parse(text)
  const format = z.object({ format: z.number() }).safeParse(raw)
  if (format.data && format.data.format > encryptedFormat)
    throw new BackupProblem(
      `备份的格式为 ${format.data.format}，本程序只认识到 ${encryptedFormat}：请使用制作它的程序版本`,
    )
  const parsed = manifestSchema.safeParse(raw)
  if (!parsed.success) throw new BackupProblem(`备份的清单内容不正确：${z.prettifyError(parsed.error)}`)
  return parsed.data
}

/** What can't be read must not be taken for missing: somebody would throw the backup away. */
const unreadable = (path: string) => (error: NodeJS.ErrnoException) => {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
  throw new BackupProblem(`读不到 ${path}（${error.code}）：请以能读取备份的用户执行；硬盘出错的，换一份备份`)
}

/** Throws BackupProblem if the file is missing or has another checksum. */
export async function verifyFile(folder: string, file: string, expected: string): Promise<void> {
  const found = await hashFile(join(folder, file)).catch(unreadable(join(folder, file)))
  if (found === undefined) throw new BackupProblem(`备份不完整：缺少 ${file}`)
  if (found !== expected) throw new BackupProblem(`备份已损坏或被改动：${file} 的 SHA-256 与清单不符`)
}
