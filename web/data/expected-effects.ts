import type { CallName, InputOf, OutputOf } from '#contract/index.ts'
import { findKnownObject, readAnswers, remembered } from './remembered.ts'
import { serverNow } from './server-time.ts'

/** A change's effect on all displayed data of one object: the name and value of its id, and its new fields. */
export interface Effect {
  key: string
  id: string
  /** They may depend on the object. A sum read after the change was sent may include it and must not be adjusted. */
  fields: Fields | ((thing: Fields, isFormer: boolean) => Fields)
}

type Fields = Record<string, unknown>
type Effects = { [Name in CallName]?: (input: InputOf<Name>) => Effect[] }

/** Absent fields are not changed. */
const defined = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

const each = (key: string, ids: readonly string[], fields: Record<string, unknown>): Effect[] =>
  ids.map(id => ({ key, id, fields: defined(fields) }))

/** Milliseconds. */
const day = 86_400_000

/** Added time continues from the present end, or from now; for people who have yet to agree it is reserved. */
function withHours(
  { state, service_ends_at, reserved_days }: Fields,
  { days, until }: InputOf<'setCompanyUserService'>,
  isFormer: boolean,
): Fields {
  if (days && !isFormer) return {}
  if (state === 'invited')
    return days && typeof reserved_days === 'number' ? { reserved_days: reserved_days + days } : {}
  const [now, ends] = [serverNow(), typeof service_ends_at === 'string' ? Date.parse(service_ends_at) : 0]
  const end = days ? Math.max(now, ends) + days * day : Math.max(ends, Date.parse(`${until}T23:59:59.999+08:00`))
  return { service_ends_at: new Date(end).toISOString(), remain_days: Math.max(0, Math.ceil((end - now) / day)) }
}

/** Returns the path of a department from the tree, if a page has loaded it; otherwise undefined. */
function pathOf(deptId: string): string | undefined {
  const tree = remembered('getDeptListByCompanyId {}')?.data as OutputOf<'getDeptListByCompanyId'> | undefined
  const named = (id: string | null): string[] => {
    const found = tree?.list.find(({ dept_id }) => dept_id === id)
    return found ? [...named(found.parent_id), found.name] : []
  }
  return named(deptId).join(' / ') || undefined
}

interface Differences {
  add: readonly string[] | undefined
  remove: readonly string[] | undefined
}

/** The members of a group: lists show their number, the group's page their names, as far as some page has loaded them. */
function withMembers(
  thing: Fields,
  name: string,
  key: string,
  { add = [], remove = [], isFormer }: Differences & { isFormer: boolean },
): Fields {
  const members = thing[name]
  if (!add.length && !remove.length) return {}
  if (typeof members === 'number') return isFormer ? { [name]: members + add.length - remove.length } : {}
  if (!Array.isArray(members)) return {}
  const rest = members.filter((member: Fields) => !remove.includes(String(member[key])))
  const present = new Set(rest.map((member: Fields) => member[key]))
  return { [name]: [...rest, ...add.flatMap(id => (present.has(id) ? [] : (findKnownObject(key, id) ?? [])))] }
}

/**
 * The acts whose effect on the page is known before the server answers, because its lists show exactly the fields that are sent.
 */
const effects: Effects = {
  setCompanyUser: ({ employee_id, name, state }) => each('employee_id', [employee_id], { name, state }),
  setDepartment: ({ dept_id, name }) => (dept_id ? each('dept_id', [dept_id], { name }) : []),
  setVplGroup: ({ group_id, name, remark }) => (group_id ? each('group_id', [group_id], { name, remark }) : []),
  setCompanyVpl: ({ svp_ids, name, remark, auto_renew }) => each('svp_id', svp_ids, { name, remark, auto_renew }),
  setShop: ({ shop_id, name, state, owner_name }) =>
    shop_id ? each('shop_id', [shop_id], { name, state, owner_name }) : [],
  batchSetDepartment({ employee_ids, dept_id, template_id }) {
    const dept_path = dept_id === null ? null : pathOf(dept_id)
    // A template assigns more than the department.
    return template_id || dept_path === undefined ? [] : each('employee_id', employee_ids, { dept_id, dept_path })
  },
  setCompanyUserService: input =>
    input.preview
      ? []
      : input.employee_ids.map(id => ({
          key: 'employee_id',
          id,
          fields: (thing, isFormer) => withHours(thing, input, isFormer),
        })),
  setVplGroupMembers: ({ group_id, add_dept_ids, remove_dept_ids, add_employee_ids, remove_employee_ids }) => [
    {
      key: 'group_id',
      id: group_id,
      fields: (thing, isFormer) => ({
        ...withMembers(thing, 'departments', 'dept_id', { add: add_dept_ids, remove: remove_dept_ids, isFormer }),
        ...withMembers(thing, 'employees', 'employee_id', {
          add: add_employee_ids,
          remove: remove_employee_ids,
          isFormer,
        }),
      }),
    },
  ],
  setVplGroupLines: ({ group_id, add_svp_ids, remove_svp_ids }) => [
    {
      key: 'group_id',
      id: group_id,
      fields: (thing, isFormer) =>
        withMembers(thing, 'lines', 'svp_id', { add: add_svp_ids, remove: remove_svp_ids, isFormer }),
    },
  ],
  deviceAudit: ({ device_ids, audit_state }) => each('device_id', device_ids, { audit_state }),
  deviceAuthStatusChange: ({ device_ids, auth_state }) => each('device_id', device_ids, { auth_state }),
}

interface Pending {
  effects: Effect[]
  /** Set once the server has accepted the change. After that, only older data needs the effect; newer data includes it. */
  settled: boolean
  before: WeakSet<object>
  /** The data that had been read when the change was sent. */
  read: WeakSet<object>
}

/** Milliseconds after the server's answer within which a page has reloaded. */
const settling = 10_000

let pending: readonly Pending[] = []
const listeners = new Set<() => void>()

function set(next: readonly Pending[]): void {
  pending = next
  for (const listener of listeners) listener()
}

export const isExpected = (name: CallName): boolean => name in effects

/** Shows the effect of a change immediately. Returns a function that ends it: true once it is made, false to revert it. */
export function expectEffect(name: CallName, input: object): ((made: boolean) => void) | undefined {
  // The cast holds because each entry takes the input of the call after which it is named.
  const effectsOf = effects[name] as ((input: object) => Effect[]) | undefined
  const expected = effectsOf?.(input) ?? []
  if (!expected.length) return undefined
  const own: Pending = { effects: expected, settled: false, before: new WeakSet(), read: new WeakSet(readAnswers()) }
  set([...pending, own])
  const drop = () => set(pending.filter(entry => entry !== own))
  return made => {
    if (!made) return drop()
    own.settled = true
    setTimeout(drop, settling)
  }
}

export const pendingEffects = {
  get: () => pending,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

/** Returns the data with all pending effects; the same object if none applies to it. */
export function withEffects<Data>(data: Data, now: readonly Pending[]): Data {
  if (typeof data !== 'object' || data === null) return data
  const wanted = now.filter(({ settled, before }) => !settled || before.has(data))
  for (const { settled, before } of wanted) if (!settled) before.add(data)
  // The cast holds because a changed field keeps its type.
  return wanted.reduce<unknown>(
    (shown, { effects, read }) => effects.reduce((value, effect) => changed(value, effect, read.has(data)), shown),
    data,
  ) as Data
}

function changed(value: unknown, effect: Effect, isFormer: boolean): unknown {
  if (Array.isArray(value)) {
    const next = value.map(item => changed(item, effect, isFormer))
    return next.some((item, at) => item !== value[at]) ? next : value
  }
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
  const next = entries.map(([name, item]) => [name, changed(item, effect, isFormer)] as const)
  const inside = next.some(([, item], at) => item !== entries[at]?.[1])
  const own = effect.key in value && Reflect.get(value, effect.key) === effect.id
  if (!inside && !own) return value
  const made: Record<string, unknown> = Object.fromEntries(next)
  // An object that is only referred to lacks such a field.
  if (own) {
    const fields = typeof effect.fields === 'function' ? effect.fields(made, isFormer) : effect.fields
    for (const [name, field] of Object.entries(fields)) if (name in made) made[name] = field
  }
  return made
}
