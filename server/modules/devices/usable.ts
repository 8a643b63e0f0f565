import { z } from 'zod'
import { serviceReasons } from '#contract/clients.ts'
import { companyStates } from '#contract/people.ts'
import { device } from '#contract/records/device.ts'
import { employee } from '#contract/records/employee.ts'

export type ServiceReason = (typeof serviceReasons)[number]

const { state: employee_state, service_ends_at, device_limit } = employee.schema.shape

/** The facts that decide whether a device may use the service. */
export const serviceFacts = device.schema.pick({ audit_state: true, auth_state: true, audit_note: true }).extend({
  company_state: z.enum(companyStates),
  employee_state,
  service_ends_at,
  device_limit,
  /** The number of the employee's approved and authorized devices that were approved before this one. */
  earlier_devices: z.int(),
})
export type ServiceFacts = z.output<typeof serviceFacts>

/** A condition for using a line that the person, the device or the company must meet. */
export type ServiceCondition = 'employment' | 'hours' | 'device' | 'device_limit' | 'company'

const checks: Record<
  Exclude<ServiceReason, 'ok'>,
  [ServiceCondition, (facts: ServiceFacts, now: number) => boolean]
> = {
  employee_disabled: ['employment', ({ employee_state }) => employee_state !== 'active'],
  no_hours: ['hours', ({ service_ends_at }, now) => !service_ends_at || Date.parse(service_ends_at) <= now],
  device_pending: ['device', ({ audit_state }) => audit_state === 'pending'],
  device_rejected: ['device', ({ audit_state }) => audit_state === 'rejected'],
  device_suspended: ['device', ({ auth_state }) => auth_state === 'suspended'],
  // The limit was lowered after they were approved; the devices that were approved first stay usable.
  over_device_limit: ['device_limit', ({ device_limit, earlier_devices }) => earlier_devices >= device_limit],
  company_frozen: ['company', ({ company_state }) => company_state === 'frozen'],
}

function firstReason(facts: ServiceFacts, now: number, condition?: ServiceCondition): ServiceReason {
  const found = serviceReasons.find(reason => {
    if (reason === 'ok') return false
    const [of, applies] = checks[reason]
    return (!condition || of === condition) && applies(facts, now)
  })
  return found ?? 'ok'
}

/** Returns the first reason why the device may not use the service now; `ok` when there is none. */
export const serviceReason = (facts: ServiceFacts, now = Date.now()): ServiceReason => firstReason(facts, now)

/** Returns why one condition is not met; `ok` when it is. */
export const reasonOf = (condition: ServiceCondition, facts: ServiceFacts, now = Date.now()): ServiceReason =>
  firstReason(facts, now, condition)

/** The messages that the client shows to its user. */
const messages: Record<ServiceReason, string> = {
  ok: '设备可以正常使用',
  company_frozen: '企业服务已冻结，请联系企业管理员',
  employee_disabled: '企业已停用您的员工身份，请联系企业管理员',
  device_pending: '设备等待企业管理员审核，通过后即可使用',
  device_rejected: '设备未通过企业管理员审核',
  device_suspended: '企业管理员已暂停这台设备的使用',
  no_hours: '服务时长已用完，请联系企业管理员分配时长',
  over_device_limit: '设备数超过上限，请停用其他设备或联系企业管理员提高上限',
}

/** Nothing was used up by a person without hours so far. */
const neverServed = '尚未分配服务时长，请联系企业管理员分配'

/** Returns `reason`, its message and whether the device is usable, which are the same wherever they are shown. */
export function serviceState(facts: ServiceFacts, now = Date.now()) {
  const reason = serviceReason(facts, now)
  return { usable: reason === 'ok', reason, message: messageOf(reason, facts) }
}

/** Explains to the user why the service can't be used. */
export function messageOf(
  reason: ServiceReason,
  { audit_note, service_ends_at }: Pick<ServiceFacts, 'audit_note' | 'service_ends_at'>,
): string {
  const note = reason === 'device_rejected' && audit_note ? `：${audit_note}` : ''
  return `${reason === 'no_hours' && service_ends_at === null ? neverServed : messages[reason]}${note}`
}
