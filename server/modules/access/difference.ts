import { eachPairOnce, missingIn, notAmong, nothing, retimedIn } from './compare-lines.ts'
import type { DeviceStanding, PersonStanding, Standing } from './standing.ts'

/** A person whose right to lines a change touches. */
export interface TouchedPerson extends Pick<PersonStanding, 'employee_id' | 'name' | 'dept_id' | 'served'> {
  /** Colleagues with the same grants share the list. */
  lineIds: readonly string[]
  /** The times of the first of them, as `timesIn` reads them; empty for always. */
  times: string
}

/** A device that gains or loses the right to connect, with the lines concerned. */
export interface TouchedDevice extends Pick<DeviceStanding, 'device_id' | 'employee_id' | 'name'> {
  employeeName: string
  /** Colleagues with the same grants share the map. */
  held: ReadonlyMap<string, string>
}

/** The effect of a change on who may use which line. */
export interface Difference {
  /** Includes people without hours, because the records report rights. */
  gained: TouchedPerson[]
  /** People who get a right to lines that nobody can use now. The records report it once a line can be used. */
  idle: TouchedPerson[]
  lost: TouchedPerson[]
  /** People who keep lines at other times than before. */
  retimed: TouchedPerson[]
  /** People who have yet to agree, with what they will gain then. */
  joining: TouchedPerson[]
  connects: TouchedDevice[]
  disconnects: TouchedDevice[]
  lineNames: Map<string, string>
}

const none: ReadonlyMap<string, string> = new Map()

/** Compares two snapshots. A line that cannot be used is in neither, so nobody gains or loses it. */
export function differenceOf(before: Standing, after: Standing): Difference {
  const gained: TouchedPerson[] = []
  const idle: TouchedPerson[] = []
  const lost: TouchedPerson[] = []
  const retimed: TouchedPerson[] = []
  const joining: TouchedPerson[] = []
  const [without, otherwise, newlyIdle] = [eachPairOnce(missingIn), eachPairOnce(retimedIn), eachPairOnce(notAmong)]
  for (const id of new Set([...before.people.keys(), ...after.people.keys()])) {
    const [had, has] = [before.people.get(id), after.people.get(id)]
    const person = has ?? had
    if (!person) continue
    const touched = (lineIds: readonly string[]) => ({
      employee_id: id,
      name: person.name,
      dept_id: person.dept_id,
      served: person.served,
      lineIds,
      times: person.lines.get(lineIds[0] ?? '') ?? person.idle.get(lineIds[0] ?? '') ?? '',
    })
    const more = without(joinedLines(has), joinedLines(had))
    const fewer = without(joinedLines(had), joinedLines(has))
    if (more.length) gained.push(touched(more))
    if (fewer.length) lost.push(touched(fewer))
    const resting = has?.joined
      ? newlyIdle(without(has.idle, had?.joined ? had.idle : none), joinedLines(had))
      : nothing
    if (resting.length) idle.push(touched(resting))
    const other = otherwise(joinedLines(had), joinedLines(has))
    if (other.length) retimed.push(touched(other))
    if (has && !has.joined) {
      const later = without(has.lines, had && !had.joined ? had.lines : none)
      if (later.length) joining.push(touched(later))
    }
  }
  return {
    gained: byName(gained),
    idle: byName(idle),
    lost: byName(lost),
    retimed: byName(retimed),
    joining: byName(joining),
    connects: switched(before, after),
    disconnects: switched(after, before),
    lineNames: new Map([...before.lineNames, ...after.lineNames]),
  }
}

const joinedLines = (person: PersonStanding | undefined) => (person?.joined ? person.lines : none)

/** Finds the devices that may connect only in the second snapshot, and to some line there. */
function switched(one: Standing, other: Standing): TouchedDevice[] {
  if (one.devices === other.devices) return []
  const found: TouchedDevice[] = []
  for (const { device_id, employee_id, name, serviceable } of other.devices.values()) {
    if (!serviceable || one.devices.get(device_id)?.serviceable) continue
    const owner = other.people.get(employee_id)
    const held = joinedLines(owner)
    if (owner && held.size) found.push({ device_id, employee_id, name, employeeName: owner.name, held })
  }
  return byName(found)
}

const order = new Intl.Collator('zh')
const byName = <Named extends { name: string }>(list: Named[]): Named[] =>
  list.sort((one, other) => order.compare(one.name, other.name))

/** Reports whether a change leaves everybody's access as it was. Rights to lines that cannot be used do not count. */
export const isEmpty = ({ gained, lost, retimed, joining, connects, disconnects }: Difference): boolean =>
  ![gained, lost, retimed, joining, connects, disconnects].some(list => list.length)
