import type { OutputOf } from '#contract/index.ts'
import { lineGraceDays } from '#contract/line-names.ts'
import { count, dateTime } from '#web/ui/format.ts'

export type Line = OutputOf<'getCompanyVplList'>['list'][number]
export type LineDetail = OutputOf<'getCompanyVplDetail'>

/** A line's name for use in a sentence. */
export const lineLabel = ({ name, city }: Pick<Line, 'name' | 'city'>) => `${name}（${city}）`

/** Reports whether an address can be bound or replaced. */
export const bindable = ({ state }: Pick<Line, 'state'>) => ['unbound', 'active', 'expiring'].includes(state)
export const renewable = ({ state }: Pick<Line, 'state'>) => state !== 'released' && state !== 'suspended'
/** Reports how many of the chosen lines cannot be renewed. */
export const notRenewable = (lines: number) => `${count(lines)} 条已暂停或已释放，不能续费，没有列入`

/** Explains a state to the line's users if its label does not. */
export function stateNote({ state, suspend_reason, grace_ends_at }: Line): string | undefined {
  if (state === 'unbound') return '还没有地址，绑定后才能使用'
  if (state === 'suspended') return `已暂停使用：${suspend_reason}`
  if (state === 'expired')
    return grace_ends_at
      ? `已不能使用，地址保留至 ${dateTime(grace_ends_at)}，续费即恢复`
      : `到期 ${lineGraceDays} 天后释放`
  return undefined
}
