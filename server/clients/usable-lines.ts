import { hash } from 'node:crypto'
import type { OutputOf } from '#contract/index.ts'
import type { Database } from '../database/database.ts'
import { serviceState } from '../devices/usable.ts'
import { groupsOfEmployee } from '../lines/access.sql.ts'
import { askingDevices, type HeldLine, usableLines } from './usable-lines.sql.ts'

type Answer = OutputOf<'getUsableLines'>

export interface Usable {
  answer: Answer
  /** When it changes by itself, should nobody change anything before: something in it ends. */
  until: number
}

/**
 * What each of these devices may use now; two queries, however many they are. A device that is missing from the answer is
 * not the company's, or not the given person's.
 */
export async function usableFor(
  company: Database,
  companyId: string,
  deviceIds: string[],
  employeeId?: string,
): Promise<Map<string, Usable>> {
  const devices = await askingDevices(company, companyId, deviceIds, employeeId)
  const states = devices.map(device => ({ device, state: serviceState(device), groups: groupsOf(device) }))
  const groupIds = new Set(states.flatMap(({ state, groups }) => (state.usable ? groups : [])))
  const held = groupIds.size ? await usableLines(company, companyId, [...groupIds]) : []
  const shelves = shelve(held)
  // Colleagues mostly share their groups: each combination is put together once.
  const answers = new Map<string, Usable>()
  return new Map(
    states.map(({ device, state, groups }) => {
      const key = `${state.message} ${state.usable ? device.group_ids : ''}`
      const shared = answers.get(key) ?? compose(state, state.usable ? groups.map(id => shelves.get(id) ?? []) : [])
      answers.set(key, shared)
      const serviceEnd = state.usable ? (device.service_ends_at?.getTime() ?? Infinity) : Infinity
      return [device.id, { ...shared, until: Math.min(shared.until, serviceEnd) }]
    }),
  )
}

/** What a person may use with any device that is in service; who is not in service has none. */
export async function usableBy(company: Database, companyId: string, employeeId: string): Promise<HeldLine[]> {
  const granted = await groupsOfEmployee(company, companyId, employeeId)
  const groupIds = new Set(granted.map(({ group_id }) => group_id))
  return groupIds.size ? usableLines(company, companyId, [...groupIds]) : []
}

const groupsOf = ({ group_ids }: { group_ids: string }) => (group_ids ? group_ids.split(',') : [])

interface Shelved {
  place: number
  item: Answer['list'][number]
  /** Of its own: 2,000 that wait are answered in 200 ways, each of which holds hundreds of lines. */
  fingerprint: string
  endsAt: number
}

/** 128 bits: nobody waits for a change that is hidden by chance. */
const fingerprintOf = (text: string) => hash('sha256', text, 'base64url').slice(0, 22)

/** By group. */
function shelve(lines: HeldLine[]): Map<string, Shelved[]> {
  const shelves = new Map<string, Shelved[]>()
  for (const [place, line] of lines.entries()) {
    const { id, name, region, access_way, address, gateway, ends_at: endsAt } = line
    const item = { svp_id: id, name, region, access_way, address, gateway }
    const shelved = { place, item, fingerprint: fingerprintOf(JSON.stringify(item)), endsAt }
    for (const groupId of groupsOf(line)) {
      const shelf = shelves.get(groupId)
      if (shelf) shelf.push(shelved)
      else shelves.set(groupId, [shelved])
    }
  }
  return shelves
}

function compose(state: ReturnType<typeof serviceState>, shelves: Shelved[][]): Usable {
  const own = [...new Set(shelves.flat())].sort((one, other) => one.place - other.place)
  const fingerprints = own.map(({ fingerprint }) => fingerprint)
  const version = fingerprintOf(`${JSON.stringify(state)}\n${fingerprints.join('')}`)
  return {
    answer: { list: own.map(({ item }) => item), total: own.length, ...state, version },
    until: own.reduce((first, { endsAt }) => Math.min(first, endsAt), Infinity),
  }
}
