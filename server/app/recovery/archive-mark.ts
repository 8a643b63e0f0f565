import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { BackupProblem } from '#server/app/backup/manifest.ts'
import type { Config } from '#server/core/config.ts'
import { type ArchiveTarget, archivePlace, readObject } from './archive-target.ts'

/** Identifies an archive. Without it an empty folder, such as an unmounted disk's mount point, would become another archive. */
const key = 'archive/mark'
const knownSchema = z.object({ place: z.string(), mark: z.string() })
const fileOf = ({ dataDir }: Config) => join(dataDir, 'archive.json')

const readMark = async ({ plain }: ArchiveTarget) => (await readObject(plain, key))?.toString()

/** Returns undefined before the first use, and if another place was deliberately chosen since. */
async function readKnown(config: Config): Promise<string | undefined> {
  try {
    const { place, mark } = knownSchema.parse(JSON.parse(await readFile(fileOf(config), 'utf8')))
    return place === archivePlace(config) ? mark : undefined
  } catch {
    // The file is missing or truncated.
    return undefined
  }
}

/** Throws BackupProblem if the archive formerly used at this place is missing. Returns its mark, if it has one. */
export async function expectSameArchive(target: ArchiveTarget, config: Config): Promise<string | undefined> {
  const [known, found] = [await readKnown(config), await readMark(target)]
  if (known && found !== known)
    throw new BackupProblem(
      `${archivePlace(config)} 里没有之前的归档，没有另外开始一份：请核对硬盘或网络存储是否已挂载；确实要在这里重新开始的，删除 ${fileOf(config)}`,
    )
  return found
}

/** Marks an archive on its first use, and stores the mark beside the data. */
export async function markArchive(target: ArchiveTarget, config: Config): Promise<void> {
  const found = await expectSameArchive(target, config)
  const mark = found ?? crypto.randomUUID()
  if (!found) await target.plain.put(key, Buffer.from(mark), { contentType: 'text/plain', size: mark.length })
  if (!(await readKnown(config)))
    await writeFile(fileOf(config), JSON.stringify({ place: archivePlace(config), mark }), { mode: 0o600, flush: true })
}
