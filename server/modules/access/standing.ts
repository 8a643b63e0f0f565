import { always, type GrantTimes } from '#contract/access-times.ts'
import { grantsIn, timesKey } from './granted.ts'
import type { StandingDevice, StandingGrants, StandingLine, StandingPerson } from './standing.sql.ts'

/** The people and lines that a change can touch. An omitted part means all of the company's. */
export interface Scope {
  employeeIds?: string[] | undefined
  lineIds?: string[] | undefined
}

export interface PersonStanding extends Pick<StandingPerson, 'employee_id' | 'name' | 'dept_id'> {
  /** False for a person who was invited and has yet to agree. */
  joined: boolean
  /** The person has hours left, without which no line can be used. */
  served: boolean
  /**
   * Usable lines that the person has a right to, with the times at which it holds (`timesKey`), whatever the time is now. An
   * expired grant counts until it is removed. Colleagues with the same grants share the map.
   */
  lines: ReadonlyMap<string, string>
  /** The same for lines that cannot be used now: unbound, suspended or expired. */
  idle: ReadonlyMap<string, string>
}

export interface DeviceStanding extends Pick<StandingDevice, 'device_id' | 'employee_id' | 'name'> {
  /** Neither the device nor its user nor the company keeps it from connecting. */
  serviceable: boolean
}

/** People's access to lines in one snapshot, within a scope. */
export interface Standing {
  people: Map<string, PersonStanding>
  devices: Map<string, DeviceStanding>
  lineNames: Map<string, string>
}

/** The rows from which a standing is assembled. */
export interface Parts {
  people: StandingPerson[]
  grants: StandingGrants[]
  lines: StandingLine[]
  devices: Map<string, DeviceStanding>
}

export function standingFrom({ people, grants, lines, devices }: Parts): Standing {
  const linesOf = linesByGroups(lines.filter(({ usable }) => usable))
  const idleOf = linesByGroups(lines.filter(({ usable }) => !usable))
  const grantsOf = new Map(grants.map(each => [each.holder, each.grants]))
  const standing = ({ employee_id, name, dept_id, state, served }: StandingPerson): PersonStanding => {
    const ways = [grantsOf.get(dept_id ?? ''), grantsOf.get(employee_id)].filter(Boolean).join()
    return { employee_id, name, dept_id, joined: state === 'active', served, lines: linesOf(ways), idle: idleOf(ways) }
  }
  return {
    people: new Map(people.map(person => [person.employee_id, standing(person)])),
    devices,
    lineNames: new Map(lines.map(({ line_id, name }) => [line_id, name])),
  }
}

const none: ReadonlyMap<string, string> = new Map()

/** Colleagues mostly share their grants, so each combination is assembled once. */
function linesByGroups(lines: StandingLine[]): (grants: string) => ReadonlyMap<string, string> {
  const ofGroup = new Map<string, string[]>()
  for (const { line_id, group_ids } of lines)
    for (const id of group_ids) {
      const held = ofGroup.get(id)
      if (held) held.push(line_id)
      else ofGroup.set(id, [line_id])
    }
  const cache = new Map<string, ReadonlyMap<string, string>>()
  return grants => {
    if (!grants || !ofGroup.size) return none
    const found = cache.get(grants)
    if (found) return found
    const made = new Map<string, string>()
    const limited = new Map<string, GrantTimes[]>()
    for (const { groupId, times } of grantsIn(grants))
      for (const lineId of ofGroup.get(groupId) ?? []) {
        // A single way that is always open decides; most are.
        if (times === always) made.set(lineId, '')
        else if (made.get(lineId) !== '') {
          const held = limited.get(lineId)
          if (held) held.push(times)
          else limited.set(lineId, [times])
          made.set(lineId, timesKey(limited.get(lineId) ?? []))
        }
      }
    cache.set(grants, made)
    return made
  }
}
