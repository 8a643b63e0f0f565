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

/** Removes all backups but the newest `keep`, and what killed backups left behind. */
export async function prune(to: string, keep: number, now = new Date()): Promise<string[]> {
  const yesterday = backupName(new Date(now.getTime() - 86_400_000))
  const abandoned = (await readdir(to)).filter(name => name.endsWith('.partial') && name < yesterday)
  const old = [...(await listBackups(to)).slice(0, -keep), ...abandoned.filter(name => pattern.test(name.slice(0, -8)))]
  for (const name of old) await rm(join(to, name), { recursive: true, force: true })
  return old
}
