import { hash } from 'node:crypto'
import { holdsAt, nextChange } from '#contract/access-times.ts'
import type { OutputOf } from '#contract/index.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'
import { serviceState } from '#server/modules/devices/usable.ts'
import { type Granted, grantsIn } from './granted.ts'
import { groupsOfEmployee } from './rights.sql.ts'
import { devicesForUsableLines, type HeldLine, usableLines } from './usable-lines.sql.ts'

type Answer = OutputOf<'getUsableLines'>

export interface Usable {
  answer: Answer
  /** The instant at which the answer may change without a write, because something in it ends or begins. */
  until: number
}

/** The user of the calling client, and its device key. */
export interface Asking {
  employeeId: string
  deviceKey: string | undefined
}

/** Throws unless the session was opened with the key that the device is registered with. */
function requireSameKey(input: string | undefined, registered: string | null): void {
  if (registered !== null && !input) throw new Refusal(-48016)
  if (registered !== (input ?? null)) throw new Refusal(-48014)
}

/**
 * Returns what each of these devices may use now, with two queries, however many they are. A device that is missing from the result
 * does not belong to the company, or not to the given person.
 */
export async function usableFor(
  company: Database,
  companyId: string,
  deviceIds: string[],
  asking?: Asking,
): Promise<Map<string, Usable>> {
  const devices = await devicesForUsableLines(company, companyId, deviceIds, asking?.employeeId)
  if (asking) for (const { key_id } of devices) requireSameKey(asking.deviceKey, key_id)
  const now = Date.now()
  // Colleagues mostly share their grants, so each combination is read once.
  const ways = new Map<string, Ways>()
  const states = devices.map(device => {
    const found = ways.get(device.grants) ?? waysAt(grantsIn(device.grants), now)
    ways.set(device.grants, found)
    return { device, state: serviceState(device, now), ways: found }
  })
  const groupIds = new Set(states.flatMap(({ state, ways }) => (state.usable ? ways.groupIds : [])))
  const held = groupIds.size ? await usableLines(company, companyId, [...groupIds]) : []
  const shelves = groupLines(held)
  const answers = new Map<string, Usable>()
  return new Map(
    states.map(({ device, state, ways }) => {
      const key = `${state.message} ${state.usable ? device.grants : ''}`
      const shared =
        answers.get(key) ?? compose(state, state.usable ? ways.groupIds.map(id => shelves.get(id) ?? []) : [])
      answers.set(key, shared)
      const { device_id, service_ends_at } = device
      const serviceEnd = state.usable && service_ends_at ? Date.parse(service_ends_at) : Infinity
      const timed = state.usable ? ways.until : Infinity
      return [device_id, { ...shared, until: Math.min(shared.until, serviceEnd, timed) }]
    }),
  )
}

/** Returns what a person may use with any device that is in service; a person who is not in service has no lines. */
export async function usableBy(company: Database, companyId: string, employeeId: string): Promise<HeldLine[]> {
  const granted = await groupsOfEmployee(company, companyId, employeeId)
  const now = Date.now()
  const groupIds = new Set(granted.filter(grant => holdsAt(grant, now)).map(({ group_id }) => group_id))
  return groupIds.size ? usableLines(company, companyId, [...groupIds]) : []
}

interface Ways {
  /** The groups that are open now. */
  groupIds: string[]
  /** The instant at which another group opens or one of these closes. */
  until: number
}

const waysAt = (grants: Granted[], now: number): Ways => ({
  groupIds: grants.filter(({ times }) => holdsAt(times, now)).map(({ groupId }) => groupId),
  until: grants.reduce((first, { times }) => Math.min(first, nextChange(times, now)), Infinity),
})

interface GroupedLine {
  place: number
  item: Answer['list'][number]
  /** Each line has its own fingerprint: 2,000 waiting clients share 200 answers, each of which holds hundreds of lines. */
  fingerprint: string
  endsAt: number
}

/** With 128 bits no two answers collide by chance, which would hide a change from a waiting client. */
const fingerprintOf = (text: string) => hash('sha256', text, 'base64url').slice(0, 22)

/** Groups the lines by group. */
function groupLines(lines: HeldLine[]): Map<string, GroupedLine[]> {
  const shelves = new Map<string, GroupedLine[]>()
  for (const [place, line] of lines.entries()) {
    const { ends_at: endsAt, group_ids: _, ...item } = line
    const shelved = { place, item, fingerprint: fingerprintOf(JSON.stringify(item)), endsAt }
    for (const groupId of line.group_ids.split(',')) {
      const shelf = shelves.get(groupId)
      if (shelf) shelf.push(shelved)
      else shelves.set(groupId, [shelved])
    }
  }
  return shelves
}

function compose(state: ReturnType<typeof serviceState>, shelves: GroupedLine[][]): Usable {
  const own = [...new Set(shelves.flat())].sort((one, other) => one.place - other.place)
  const fingerprints = own.map(({ fingerprint }) => fingerprint)
  const version = fingerprintOf(`${JSON.stringify(state)}\n${fingerprints.join('')}`)
  return {
    answer: { list: own.map(({ item }) => item), total: own.length, ...state, version },
    until: own.reduce((first, { endsAt }) => Math.min(first, endsAt), Infinity),
  }
}
