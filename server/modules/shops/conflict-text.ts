import { shopPlatformNames } from '#contract/connection-names.ts'
import { dayInChina } from '#server/core/service-time.ts'
import type { Conflict } from './conflicts.sql.ts'

export const shopText = ({ platform, name }: Pick<Conflict, 'platform' | 'name'>) =>
  `${shopPlatformNames[platform]}店铺「${name}」`

/** Describes a conflict of an address, to follow its name. */
export const conflictText = (conflict: Conflict): string => {
  const { is_bound, last_at } = conflict
  return is_bound || !last_at ? `属于${shopText(conflict)}` : `曾由${shopText(conflict)}使用至 ${dayInChina(last_at)}`
}
