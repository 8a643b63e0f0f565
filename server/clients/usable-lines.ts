import { createHash } from 'node:crypto'
import type { OutputOf } from '#contract/index.ts'
import type { Database } from '../database/database.ts'
import { serviceState } from '../devices/usable.ts'
import { groupsOfEmployee } from '../lines/access.sql.ts'
import { type AskingDevice, askingDevices, type HeldLine, usableLines } from './usable-lines.sql.ts'

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
  const states = devices.map(device => ({ device, state: serviceState(device) }))
  const groupIds = new Set(states.flatMap(({ device, state }) => (state.usable ? device.group_ids : [])))
  const lines = groupIds.size ? await usableLines(company, companyId, [...groupIds]) : []
  // Colleagues mostly share their groups: each combination is put together once.
  const answers = new Map<string, Usable>()
  return new Map(
    states.map(({ device, state }) => {
      const key = JSON.stringify([state, state.usable ? device.group_ids : []])
      const shared = answers.get(key) ?? compose(device, state, lines)
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

function compose(device: AskingDevice, state: ReturnType<typeof serviceState>, lines: HeldLine[]): Usable {
  const groups = new Set(state.usable ? device.group_ids : [])
  const own = lines.filter(({ group_ids }) => group_ids.some(id => groups.has(id)))
  const list = own.map(({ id, name, region, access_way, address, gateway }) => ({
    svp_id: id,
    name,
    region,
    access_way,
    address,
    gateway,
  }))
  const answer = { list, total: list.length, ...state }
  // 128 bits: nobody waits for a change that is hidden by chance.
  const version = createHash('sha256').update(JSON.stringify(answer)).digest('base64url').slice(0, 22)
  return { answer: { ...answer, version }, until: Math.min(...own.map(({ ends_at }) => ends_at.getTime())) }
}
