import type { OutputOf } from '#contract/index.ts'
import { lineStateNames } from '#contract/line-names.ts'

type Line = OutputOf<'getCompanyVplList'>['list'][number]

/** Describes a line as a choice among many: by its address or city, and by what prevents its use. */
export function lineLabel({ name, city, address, state, suspend_reason }: Line): string {
  const note =
    state === 'suspended' && suspend_reason ? `${lineStateNames.suspended}（${suspend_reason}）` : lineStateNames[state]
  return `${name} · ${address ?? city}${state === 'active' ? '' : `，${note}`}`
}
