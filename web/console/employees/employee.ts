import type { OutputOf } from '#contract/index.ts'
import type { StateLook } from '#web/ui/states.ts'
import { serviceLooks } from '#web/ui/states.ts'

export type Employee = OutputOf<'getCompanyUserList'>['list'][number]

const day = 86_400_000
/** A service that ends within this is marked everywhere, and found by the filter 即将到期. */
const soon = 15 * day

export function serviceOf(endsAt: string | null, now = Date.now()): StateLook {
  if (endsAt === null) return serviceLooks.none
  const left = Date.parse(endsAt) - now
  if (left <= 0) return serviceLooks.ended
  return left <= soon ? serviceLooks.ends_soon : serviceLooks.in_service
}

/** Where a service ends after more days: it goes on from its end, or from now when it has ended. */
export const extended = (endsAt: string | null, days: number, now = Date.now()): number =>
  Math.max(now, endsAt === null ? 0 : Date.parse(endsAt)) + days * day

export type ActionKind =
  | 'assign'
  | 'reclaim'
  | 'edit'
  | 'move'
  | 'invite'
  | 'manager'
  | 'unmanager'
  | 'transfer'
  | 'disable'
  | 'enable'
  | 'handover'
  | 'remove'

export interface Self {
  phone: string
  /** Only then a company can be transferred. */
  owner: boolean
}

/** What a manager may do with a person, as the server allows it. */
export function allowed(employee: Pick<Employee, 'phone' | 'role' | 'state'>, self: Self): ReadonlySet<ActionKind> {
  const { role, state } = employee
  const kinds = new Set<ActionKind>(['reclaim', 'edit', 'move'])
  if (state !== 'disabled') kinds.add('assign')
  if (state === 'invited') kinds.add('invite')
  // Of oneself and of the owner nothing that takes access away.
  if (employee.phone === self.phone || role === 'owner') return kinds
  kinds.add('remove')
  if (state === 'invited') return kinds
  kinds.add('handover')
  kinds.add(state === 'active' ? 'disable' : 'enable')
  if (role === 'manager') kinds.add('unmanager')
  if (state === 'active' && role === 'employee') kinds.add('manager')
  if (state === 'active' && self.owner) kinds.add('transfer')
  return kinds
}
