import { z } from 'zod'
import type { OutputOf } from '#contract/index.ts'
import type { Database } from '#server/database/database.ts'

/*
 * A model of effective access, computed from the bare rows by walking from each person up the departments. It shares no code with
 * the engine that it is compared with.
 */
const id = z.string()
const person = z.object({
  id,
  name: z.string(),
  department_id: id.nullable(),
  state: z.string(),
  served: z.boolean(),
  device_limit: z.int(),
})
const state = z.object({ state: z.string() })
const node = z.object({ id, parent_id: id.nullable() })
const pair = z.object({ group_id: id, other: id })
const grant = pair.extend({ until: z.string().nullable(), hours: z.string().nullable() })
const line = z.object({ id, usable: z.boolean() })
const device = z.object({
  id,
  employee_id: id,
  audit_state: z.string(),
  auth_state: z.string(),
  audited_at: z.string().nullable(),
})

/** Each person's lines with their times, the lines that no one can use, and the devices that may connect. */
export interface Effective {
  lines: Map<string, { joined: boolean; served: boolean; lines: Map<string, string>; idle: Map<string, string> }>
  devices: Map<string, string>
}

export async function effectiveAccess(system: Database, companyId: string): Promise<Effective> {
  const people = await system.rows(person)`
    select id, name, department_id, state, device_limit,
      coalesce(service_ends_at > now() and coalesce(guest_until > now(), true), false) as served
    from employee where company_id = ${companyId}`
  const parents = new Map(
    (await system.rows(node)`select id, parent_id from department where company_id = ${companyId}`).map(row => [
      row.id,
      row.parent_id,
    ]),
  )
  const inGroup = await system.rows(pair)`
    select group_id, line_id as other from line_group_line where company_id = ${companyId}`
  const ofDepartments = await system.rows(grant)`
    select group_id, department_id as other, until::text, hours from line_group_department where company_id = ${companyId}`
  const ofPeople = await system.rows(grant)`
    select group_id, employee_id as other, until::text, hours from line_group_employee where company_id = ${companyId}`
  const kept = await system.rows(line)`
    select id, state = 'active' and ends_at > now() as usable from line
    where company_id = ${companyId} and state <> 'released'`
  const devices = await system.rows(device)`
    select id, employee_id, audit_state, auth_state, audited_at::text from device where company_id = ${companyId}
    order by audited_at, id`

  const lines: Effective['lines'] = new Map()
  for (const { id, department_id, state, served } of people) {
    if (state !== 'active' && state !== 'invited') continue
    const above = new Set<string>()
    for (let at = department_id; at; at = parents.get(at) ?? null) above.add(at)
    const grants = [
      ...ofPeople.filter(({ other }) => other === id),
      ...ofDepartments.filter(({ other }) => above.has(other)),
    ]
    const own = new Map<string, string>()
    const idle = new Map<string, string>()
    for (const { id: line, usable } of kept) {
      const ways = grants.filter(way => inGroup.some(held => held.group_id === way.group_id && held.other === line))
      if (ways.length) (usable ? own : idle).set(line, whenOpen(ways))
    }
    lines.set(id, { joined: state === 'active', served, lines: own, idle })
  }
  const frozen = (await system.row(state)`select state from company where id = ${companyId}`)?.state === 'frozen'
  const working = new Map<string, string>()
  for (const { id, state, served, device_limit } of people) {
    if (frozen || state !== 'active' || !served) continue
    devices
      .filter(
        ({ employee_id, audit_state, auth_state }) =>
          employee_id === id && audit_state === 'approved' && auth_state === 'authorized',
      )
      .slice(0, device_limit)
      .forEach(row => {
        working.set(row.id, id)
      })
  }
  return { lines, devices: working }
}

/** Returns the latest end for each set of hours, unless a way that is open at all hours ends no sooner. */
function whenOpen(ways: { until: string | null; hours: string | null }[]): string {
  const latest = new Map<string, string>()
  const forever = '9999'
  for (const { until, hours } of ways) {
    const [end, at] = [until ?? forever, hours ?? '']
    if (end > (latest.get(at) ?? '')) latest.set(at, end)
  }
  const always = latest.get('') ?? ''
  return [...latest]
    .filter(([at, end]) => at === '' || end > always)
    .map(String)
    .sort()
    .join()
}

/** Returns the people to whose records an act belongs: their lines change, or whether their devices can connect. */
export function touchedBy(before: Effective, after: Effective): string[] {
  const effect = happened(before, after)
  const people = [effect.gained, effect.unserved, effect.lost, effect.retimed]
  const owners = (devices: Effective, side: Record<string, number>) =>
    Object.keys(side).map(device => devices.devices.get(device) ?? '')
  return [
    ...new Set([
      ...people.flatMap(side => Object.keys(side)),
      ...owners(after, effect.connects),
      ...owners(before, effect.disconnects),
    ]),
  ].sort()
}

type Plan = OutputOf<'planAccess'>
type Lines = Map<string, string>
export type PlannedEffect = Record<
  'gained' | 'unserved' | 'idle' | 'lost' | 'retimed' | 'joining' | 'connects' | 'disconnects',
  Record<string, number>
>

/** Returns the change between two snapshots in the form of a plan: counts of lines by person and by device. */
export function happened(before: Effective, after: Effective): PlannedEffect {
  const none: Lines = new Map()
  const effect: PlannedEffect = {
    gained: {},
    unserved: {},
    idle: {},
    lost: {},
    retimed: {},
    joining: {},
    connects: {},
    disconnects: {},
  }
  const count = (side: Record<string, number>, key: string, more: Lines, fewer: Lines) => {
    const number = [...more.keys()].filter(id => !fewer.has(id)).length
    if (number) side[key] = number
  }
  for (const id of new Set([...before.lines.keys(), ...after.lines.keys()])) {
    const [had, has] = [before.lines.get(id), after.lines.get(id)]
    const joined = (side: typeof had) => (side?.joined ? side.lines : none)
    count(has?.served ? effect.gained : effect.unserved, id, joined(has), joined(had))
    if (has?.joined) count(effect.idle, id, has.idle, new Map([...(had?.joined ? had.idle : none), ...joined(had)]))
    count(effect.lost, id, joined(had), joined(has))
    const retimed = [...joined(has)].filter(([line, times]) => (joined(had).get(line) ?? times) !== times)
    if (retimed.length) effect.retimed[id] = retimed.length
    if (has && !has.joined) count(effect.joining, id, has.lines, had && !had.joined ? had.lines : none)
  }
  const switched = (side: Record<string, number>, one: Effective, other: Effective) => {
    for (const [id, owner] of other.devices) {
      const lines = other.lines.get(owner)?.lines.size ?? 0
      if (!one.devices.has(id) && lines) side[id] = lines
    }
  }
  switched(effect.connects, before, after)
  switched(effect.disconnects, after, before)
  return effect
}

/** Returns the same for a plan's answer. Its lists are complete in a small company. */
export function planned(plan: Plan): PlannedEffect {
  const { gained, unserved, idle, lost, retimed, joining, connects, disconnects } = plan
  const people = ({ list }: Plan['gained']) => Object.fromEntries(list.map(row => [row.employee_id, row.lines]))
  const devices = ({ list }: Plan['connects']) => Object.fromEntries(list.map(row => [row.device_id, row.lines]))
  return {
    gained: people(gained),
    unserved: people(unserved),
    idle: people(idle),
    lost: people(lost),
    retimed: people(retimed),
    joining: people(joining),
    connects: devices(connects),
    disconnects: devices(disconnects),
  }
}
