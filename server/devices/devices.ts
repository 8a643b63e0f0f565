import type { Database } from '../database/database.ts'
import type { ManagerContext } from '../http/context.ts'
import { Refusal } from '../http/envelope.ts'
import {
  type Actor,
  type Changed,
  countOf,
  deleteDevicesOf,
  lockOwners,
  nameOf,
  peopleOverLimit,
  suspendDevices,
} from './devices.sql.ts'

/** Removes all devices of these people and says so in each device's log, which stays. Answers how many there were. */
export const removeDevicesOf = (
  database: Database,
  companyId: string,
  employeeIds: string[],
  actorName: string,
  ip: string | null = null,
): Promise<number> => deleteDevicesOf(database, companyId, employeeIds, { name: actorName, ip })

/** Suspends these people's devices. Answers how many were authorized until now. */
export const suspendDevicesOf = (
  database: Database,
  companyId: string,
  employeeIds: string[],
  actorName: string,
  ip: string | null = null,
): Promise<number> => suspendDevices(database, companyId, employeeIds, { name: actorName, ip })

/** What the notices about a device that waits are found by. */
export const waitingSubject = (deviceId: string): string => `device:${deviceId}`

/** Sorted, each once: what a captcha is bound to. */
export const setOf = (deviceIds: string[]): string[] => [...new Set(deviceIds)].sort()

/** -48001 unless the company has all of them. */
export async function requireDevices(company: Database, companyId: string, deviceIds: string[]): Promise<void> {
  if ((await countOf(company, companyId, deviceIds)) < deviceIds.length) throw new Refusal(-48001)
}

export const actorOf = async ({ company, membership, caller }: ManagerContext): Promise<Actor> => ({
  name: await nameOf(company, membership.companyId, membership.employeeId),
  ip: caller.ip,
})

/**
 * Changes devices while nobody else changes their owners' devices. With `allows`, -48002 where an owner of a changed one
 * has more devices in use than their limit afterwards.
 */
export async function changeTogether(
  transaction: Database,
  companyId: string,
  deviceIds: string[],
  { allows, change }: { allows: boolean; change: () => Promise<Changed[]> },
): Promise<Changed[]> {
  await lockOwners(transaction, companyId, deviceIds)
  await requireDevices(transaction, companyId, deviceIds)
  const changed = await change()
  if (!allows || !changed.length) return changed
  const owners = [...new Set(changed.map(({ employee_id }) => employee_id))]
  const over = await peopleOverLimit(transaction, companyId, owners)
  if (over.length) throw new Refusal(-48002, limitsOf(over))
  return changed
}

const named = 3

function limitsOf(people: { name: string; device_limit: number }[]): string {
  const first = people.slice(0, named).map(({ name, device_limit }) => `${name}（${device_limit} 台）`)
  return `${first.join('、')}${people.length > named ? ` 等 ${people.length} 人` : ''}`
}
