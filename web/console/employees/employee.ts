import type { CallName, OutputOf } from '#contract/index.ts'
import { hasJoined } from '#contract/people.ts'
import { mayCall } from '#web/data/may.ts'
import { serverNow } from '#web/data/server-time.ts'
import type { StateLook } from '#web/ui/states.ts'
import { serviceLooks } from '#web/ui/states.ts'

export interface EmployeeQuestion {
  kind: ActionKind
  people: readonly Employee[]
  /** Selected people who are outside the user's role. */
  beyond?: readonly Employee[]
  /** More people match than one action takes. */
  more?: boolean
}

export type Employee = OutputOf<'getCompanyUserList'>['list'][number]

const day = 86_400_000
/** Milliseconds within which the end of a service is marked everywhere, and found by the filter 即将到期. */
const soon = 15 * day

export function serviceOf(endsAt: string | null, now = serverNow()): StateLook {
  if (endsAt === null) return serviceLooks.none
  const left = Date.parse(endsAt) - now
  if (left <= 0) return serviceLooks.ended
  return left <= soon ? serviceLooks.ends_soon : serviceLooks.in_service
}

/** Returns the end of a service after adding days: counted from its present end, or from now if it has ended. */
export const extended = (endsAt: string | null, days: number, now = serverNow()): number =>
  Math.max(now, endsAt === null ? 0 : Date.parse(endsAt)) + days * day

export type ActionKind =
  | 'assign'
  | 'reclaim'
  | 'edit'
  | 'move'
  | 'template'
  | 'invite'
  | 'manager'
  | 'unmanager'
  | 'transfer'
  | 'disable'
  | 'enable'
  | 'handover'
  | 'remove'

/** The call that carries out each action. */
export const callOf: Record<ActionKind, CallName> = {
  assign: 'setCompanyUserService',
  reclaim: 'reclaimService',
  edit: 'setCompanyUser',
  move: 'batchSetDepartment',
  template: 'applyTemplate',
  invite: 'inviteCompanyUser',
  manager: 'setCompanyUserRole',
  unmanager: 'setCompanyUserRole',
  transfer: 'setCompanyUserRole',
  disable: 'setCompanyUser',
  enable: 'setCompanyUser',
  handover: 'handOverEmployee',
  remove: 'delCompanyUser',
}

export interface Self {
  phone: string
  /** Only the owner can transfer a company. */
  owner: boolean
  /** The role is limited to departments. */
  limited?: boolean
}

/** Users limited to departments cannot change the company's managers. */
export const isBeyond = ({ role }: Pick<Employee, 'role'>, { limited }: Pick<Self, 'limited'>): boolean =>
  limited === true && role !== 'employee'

/** Returns the actions on a person that the server allows to the user. */
export const allowed = (
  employee: Pick<Employee, 'phone' | 'role' | 'state'>,
  self: Self,
  may: (call: CallName) => boolean = mayCall,
): ReadonlySet<ActionKind> =>
  isBeyond(employee, self) ? new Set() : new Set([...possible(employee, self)].filter(kind => may(callOf[kind])))

function possible(employee: Pick<Employee, 'phone' | 'role' | 'state'>, self: Self): Set<ActionKind> {
  const { role, state } = employee
  const kinds = new Set<ActionKind>(['reclaim', 'edit', 'move'])
  if (state === 'active') kinds.add('assign')
  if (state === 'active' || state === 'invited') kinds.add('template')
  if (!hasJoined(employee)) kinds.add('invite')
  // Days are reserved until the person agrees.
  if (state === 'invited') kinds.add('assign')
  // Managers cannot take access from themselves or from the owner.
  if (employee.phone === self.phone || role === 'owner') return kinds
  kinds.add('remove')
  if (!hasJoined(employee)) return kinds
  kinds.add('handover')
  kinds.add(state === 'active' ? 'disable' : 'enable')
  if (role === 'manager') kinds.add('unmanager')
  if (state === 'active' && role === 'employee') kinds.add('manager')
  if (state === 'active' && self.owner) kinds.add('transfer')
  return kinds
}
