import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { BackupProblem } from '#server/app/backup/manifest.ts'
import type { Config } from '#server/core/config.ts'
import { switchClusters } from '#server/database/cluster-switch.ts'
import { lockDataDir } from '#server/database/data-lock.ts'
import { chinaTime } from './china-time.ts'
import { type LaterChanges, noteLaterChanges } from './later-changes.ts'
import { type Accepted, requireUsable } from './require-usable.ts'

/** Returns fourteen digits of China's time, as in the names of these folders. */
export const stamp = (): string => chinaTime(Date.now()).replace(/\D/g, '')

/**
 * Puts a restored cluster in the place of the present one and returns what to tell the person who asked for it. Throws
 * DataDirInUse while the portal runs, and BackupProblem for data that nobody has accepted as they are; `known` is what has been found of
 * them just now.
 */
export async function putInPlace(
  config: Config,
  name: string,
  accepted: Accepted,
  known?: readonly string[],
): Promise<string> {
  const { dataDir } = config
  if (!existsSync(join(dataDir, name, 'postgres/PG_VERSION')))
    throw new BackupProblem(`${join(dataDir, name)} 里没有恢复好的数据库：请先用 restore --to 恢复`)
  const moment = await requireUsable(config, name, accepted, known)
  const later = await noteLaterChanges(config, name, moment)
  const unlock = lockDataDir(dataDir)
  try {
    const aside = `postgres.before-${stamp()}`
    const isFirst = !existsSync(join(dataDir, 'postgres'))
    switchClusters(dataDir, { restored: `${name}/postgres`, aside })
    // Only the log of the restore is left in it, and the folder would look like data that still wait.
    rmSync(join(dataDir, name), { recursive: true })
    return [
      isFirst
        ? '已换上恢复的数据，可以启动门户'
        : `已换上恢复的数据，可以启动门户；原来的数据在 ${join(dataDir, aside)}，确认不再需要后自行删除`,
      `${
        'noted' in later
          ? `这一时刻之后有 ${later.noted} 笔线上付款不在库里，门户启动后逐笔询问支付渠道，已付的见 payment lost`
          : `原来的数据读不到（${later.unreadable.split('\n')[0]}），这一时刻之后的付款、注销的账号与撤回的同意无从列出`
      }；渠道账单第二天上午逐日读取，另请核对银行流水；所有人须重新登录，这一时刻之后停用的员工与操作员请重新停用`,
      ...('noted' in later ? inWords(later) : []),
    ].join('\n')
  } finally {
    unlock()
  }
}

function inWords({ withdrawn, back, unread }: Extract<LaterChanges, { noted: number }>): string[] {
  return [
    ...(unread.length ? [`原来的数据里读不到${unread.join('与')}，无从列出`] : []),
    ...(withdrawn ? [`这一时刻之后撤回的 ${withdrawn} 项同意已照样撤回`] : []),
    ...(back.length
      ? [`这一时刻之后注销的 ${back.length} 个账号又在库里，请联系本人重新注销，之前不要使用其资料：${back.join('、')}`]
      : []),
  ]
}
