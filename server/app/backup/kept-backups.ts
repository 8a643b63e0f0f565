import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

const pattern = /^haiyilian-\d{8}-\d{6}$/

/** Names use China's time, because people look up yesterday's backup by name. */
export const backupName = (now: Date) => {
  const [day = '', time = ''] = new Date(now.getTime() + 8 * 3_600_000).toISOString().split(/[T.]/)
  return `haiyilian-${day.replaceAll('-', '')}-${time.replaceAll(':', '')}`
}

/** Lists the complete backups in a folder, oldest first. */
export async function listBackups(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names.filter(name => pattern.test(name)).sort()
}

interface Pruning {
  keep: number
  /** The keys of files that the newest backup lacks. */
  lacking?: readonly string[]
  now?: Date
}

/**
 * Removes all backups but the newest `keep`, and what killed backups left behind. An older one that has a file which the newest
 * lacks stays, because it may be the last copy; those made since lack it too, so that no more than the present ones stay.
 */
export async function prune(to: string, { keep, lacking = [], now = new Date() }: Pruning) {
  const yesterday = backupName(new Date(now.getTime() - 86_400_000))
  const abandoned = (await readdir(to)).filter(name => name.endsWith('.partial') && name < yesterday)
  const old = (await listBackups(to)).slice(0, -keep)
  const has = (name: string, key: string) => ['', '.age'].some(end => existsSync(join(to, name, 'files', key + end)))
  const kept = old.filter(name => lacking.some(key => has(name, key)))
  const removed = [
    ...old.filter(name => !kept.includes(name)),
    ...abandoned.filter(name => pattern.test(name.slice(0, -8))),
  ]
  for (const name of removed) await rm(join(to, name), { recursive: true, force: true })
  return { removed, kept }
}
