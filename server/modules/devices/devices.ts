import type { ActivityName } from '#contract/activity-names.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'
import { recordActivity, type Undo } from '#server/engines/activity/activity.ts'
import {
  type ChangedDevice,
  countOf,
  deleteDevicesOf,
  lockOwners,
  type PersonOverLimit,
  peopleOverLimit,
  suspendDevices,
} from './devices.sql.ts'

/** Removes all devices of these people and records it in each device's log, which stays. Returns how many there were. */
export async function removeDevicesOf(
  database: Database,
  companyId: string,
  employeeIds: string[],
  ip: string | null = null,
): Promise<number> {
  const removed = await deleteDevicesOf(database, companyId, employeeIds, ip)
  await recordDevices(database, companyId, 'device.removed', removed, { detail: '随员工移除' })
  return removed.length
}

/** Suspends these people's devices. Returns how many of them were authorized. */
export async function suspendDevicesOf(
  database: Database,
  companyId: string,
  employeeIds: string[],
  ip: string | null = null,
): Promise<number> {
  const suspended = await suspendDevices(database, companyId, employeeIds, ip)
  await recordDevices(database, companyId, 'device.suspended', suspended, { detail: '随员工停用' })
  return suspended.length
}

/** Records the same act on each of these devices in the company's activity. Returns the entry by which it can be undone. */
export const recordDevices = (
  database: Database,
  companyId: string,
  action: ActivityName & `device.${string}`,
  devices: Pick<ChangedDevice, 'device_id' | 'name'>[],
  { detail, undo }: { detail?: string | undefined; undo?: Undo | undefined } = {},
) =>
  recordActivity(
    database,
    companyId,
    devices.map(({ device_id, name }) => ({ action, id: device_id, name, detail })),
    { undo },
  )

/** The most devices of one person that may wait for approval, so that nobody can flood the managers' list. */
export const maxPending = 10

/** The subject by which the notices about a waiting device are found. */
export const waitingSubject = (deviceId: string): string => `device:${deviceId}`

/** Throws -48001 unless the company has all of the devices. */
export async function requireDevices(company: Database, companyId: string, deviceIds: string[]): Promise<void> {
  if ((await countOf(company, companyId, deviceIds)) < deviceIds.length) throw new Refusal(-48001)
}

/**
 * Changes devices while no concurrent change can touch their owners' devices. With `allows`, throws -48002 when an owner of a
 * changed one has more devices in use than their limit afterwards.
 */
export async function changeTogether(
  transaction: Database,
  companyId: string,
  deviceIds: string[],
  { allows, change }: { allows: boolean; change: () => Promise<ChangedDevice[]> },
): Promise<ChangedDevice[]> {
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

function limitsOf(people: PersonOverLimit[]): string {
  const first = people.slice(0, named).map(({ name, device_limit }) => `${name}（${device_limit} 台）`)
  return `${first.join('、')}${people.length > named ? ` 等 ${people.length} 人` : ''}`
}
