import type { Database } from '#server/database/database.ts'
import { serviceState } from '#server/modules/devices/usable.ts'
import {
  type StandingDevice,
  type StandingLine,
  type StandingPerson,
  standingDevices,
  standingLines,
  standingPeople,
} from './standing.sql.ts'

/** Whom and what a change can touch. What is left out means all of the company's. */
export interface Scope {
  employeeIds?: string[] | undefined
  lineIds?: string[] | undefined
}

export interface PersonStanding extends Pick<StandingPerson, 'employee_id' | 'name' | 'dept_id'> {
  /** False for somebody who was invited and has yet to agree. */
  joined: boolean
  /** Lines that can be used and that the person has a right to. Colleagues with the same groups share the set. */
  lines: ReadonlySet<string>
}

export interface DeviceStanding extends Pick<StandingDevice, 'device_id' | 'employee_id' | 'name'> {
  /** Neither the device nor its person nor the company keeps it from connecting. */
  serviceable: boolean
}

/** Who may use what at one moment, within a scope. */
export interface Standing {
  people: Map<string, PersonStanding>
  devices: Map<string, DeviceStanding>
  lineNames: Map<string, string>
}

const none: ReadonlySet<string> = new Set()

/** Reads who may use what now. A transaction sees its own changes in it. */
export async function standingOf(company: Database, companyId: string, scope: Scope): Promise<Standing> {
  const { employeeIds, lineIds } = scope
  if (employeeIds?.length === 0) return { people: new Map(), devices: new Map(), lineNames: new Map() }
  const people = await standingPeople(company, companyId, employeeIds)
  const lines = await standingLines(company, companyId, lineIds)
  const devices = await standingDevices(company, companyId, employeeIds)
  const linesOf = linesByGroups(lines)
  return {
    people: new Map(
      people.map(({ employee_id, name, dept_id, state, group_ids }) => [
        employee_id,
        { employee_id, name, dept_id, joined: state === 'active', lines: linesOf(group_ids) },
      ]),
    ),
    devices: new Map(
      devices.map(({ device_id, employee_id, name, ...facts }) => [
        device_id,
        { device_id, employee_id, name, serviceable: serviceState(facts).usable },
      ]),
    ),
    lineNames: new Map(lines.map(({ line_id, name }) => [line_id, name])),
  }
}

/** Colleagues mostly share their groups, so each combination is put together once. */
function linesByGroups(lines: StandingLine[]): (groupIds: string) => ReadonlySet<string> {
  const ofGroup = new Map<string, string[]>()
  for (const { line_id, group_ids } of lines)
    for (const id of group_ids) {
      const held = ofGroup.get(id)
      if (held) held.push(line_id)
      else ofGroup.set(id, [line_id])
    }
  const known = new Map<string, ReadonlySet<string>>()
  return groupIds => {
    if (!groupIds) return none
    const found = known.get(groupIds)
    if (found) return found
    const made = new Set(groupIds.split(',').flatMap(id => ofGroup.get(id) ?? []))
    known.set(groupIds, made)
    return made
  }
}
