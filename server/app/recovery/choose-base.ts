import { BackupProblem } from '#server/app/backup/manifest.ts'
import type { Keys } from '#server/core/keyring.ts'
import type { ArchiveTarget } from './archive-target.ts'
import { type BaseManifest, basesOf, type UnreadableBase } from './base-manifest.ts'
import { chinaTime } from './china-time.ts'
import { chain, type Piece, parsePiece, parsePosition, segmentOf } from './log-position.ts'
import { listRuns, readEnd, readThrough, timeOf } from './runs.ts'

/** The files that a restore to one point in time reads. */
export interface RestoreSource {
  base: BaseManifest
  /** The log from the start of the base backup, without gaps. */
  pieces: Piece[]
  /** Everything committed by this time can be restored. */
  asOf: number
}

/** Milliseconds. Commits reach the log slightly after the time that they carry, so it is read a little beyond the target time. */
const margin = 60_000

/** Chooses the base backup and the log for a target time. Throws BackupProblem with the times that can be chosen instead. */
export async function chooseBase(target: ArchiveTarget, keys: Keys, to: number | 'latest'): Promise<RestoreSource> {
  const runs = await listRuns(target)
  const moment = to === 'latest' ? Number.POSITIVE_INFINITY : to
  let first: number | undefined
  let chosen: { base: BaseManifest; present: string[] } | undefined
  let hidden: UnreadableBase | undefined
  for (const [run, present] of runs) {
    const { bases, unreadable } = await basesOf(target, keys, run, present)
    for (const base of bases) {
      first = Math.min(first ?? base.ended_at, base.ended_at)
      if (base.ended_at <= moment && base.ended_at >= (chosen?.base.ended_at ?? 0)) chosen = { base, present }
    }
    for (const each of unreadable) if (each.ended_at <= moment && each.base > (hidden?.base ?? '')) hidden = each
  }
  // An older one may belong to another run, which ended long before.
  if (hidden && hidden.base > (chosen?.base.base ?? ''))
    throw new BackupProblem(
      `这一时刻的基础备份由主密钥 ${hidden.keyId} 签名：请设置当时的 SECRET_KEY，或把它写进 SECRET_KEYS_OLD${
        first === undefined ? '' : `；没有它，归档从 ${chinaTime(first + 999)} 起可以恢复`
      }`,
    )
  if (!chosen)
    throw new BackupProblem(
      first === undefined
        ? '归档里没有完整的基础备份：请核对 ARCHIVE 与 ARCHIVE_DIR，或用 npm run restore -- <备份> 恢复一份备份'
        : `归档从 ${chinaTime(first + 999)} 开始：请选择不早于它的时刻`,
    )
  const last = [...runs.keys()].at(-1)
  // The end of an older run is either what a restore discarded, or what precedes a gap.
  if (to === 'latest' && last !== undefined && last !== chosen.base.run)
    throw new BackupProblem(
      `归档最后的一段从 ${chinaTime(timeOf(last))} 开始，还没有基础备份，不能由归档恢复；它之前的那一段，请写明不晚于 ${chinaTime(
        await readEnd(target, chosen.base.run, chosen.present),
      )} 的时刻`,
    )
  return findLog(target, chosen, moment)
}

async function findLog(
  target: ArchiveTarget,
  { base, present }: { base: BaseManifest; present: string[] },
  moment: number,
): Promise<RestoreSource> {
  const from = segmentOf(parsePosition(base.start))
  const all = present.flatMap(key => parsePiece(key) ?? [])
  const whole = chain(all, from)
  const end = whole.at(-1)?.end ?? from
  const beyond = all.filter(piece => piece.start > end).at(0)
  const through = await readThrough(target, base.run)
  const reached = through && parsePosition(through.position) <= end ? through.asOf : undefined
  const asOf = Math.max(whole.at(-1)?.asOf ?? 0, reached ?? 0)
  const isMissing = beyond !== undefined || (through !== undefined && reached === undefined)
  if (end < parsePosition(base.stop) || (isMissing && (moment === Number.POSITIVE_INFINITY || moment > asOf)))
    throw new BackupProblem(
      `归档里缺少 ${chinaTime(asOf)} 之后的一段日志（${base.run}）：请找回缺少的文件，或选择不晚于这一时刻的时间`,
    )
  if (moment !== Number.POSITIVE_INFINITY && moment > asOf)
    throw new BackupProblem(`归档只到 ${chinaTime(asOf)}：请选择不晚于它的时刻，要恢复到归档的最后写 --to latest`)
  const enough = whole.findIndex(
    ({ asOf: each, end: reaches }) => each >= moment + margin && reaches >= parsePosition(base.stop),
  )
  return { base, pieces: enough < 0 ? whole : whole.slice(0, enough + 1), asOf }
}
