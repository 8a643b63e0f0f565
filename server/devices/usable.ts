import type { OutputOf } from '#contract/index.ts'

export type ServiceReason = OutputOf<'reportDevice'>['reason']

/** All that decides whether a device may use the service. */
export interface ServiceFacts {
  company_state: 'trial' | 'active' | 'frozen'
  employee_state: 'invited' | 'active' | 'disabled'
  audit_state: 'pending' | 'approved' | 'rejected'
  auth_state: 'authorized' | 'suspended'
  service_ends_at: Date | null
  device_limit: number
  /** Of the employee's approved and authorized devices, how many were approved before this one. */
  earlier_devices: number
}

const checks: [ServiceReason, (facts: ServiceFacts, now: Date) => boolean][] = [
  ['company_frozen', ({ company_state }) => company_state === 'frozen'],
  ['employee_disabled', ({ employee_state }) => employee_state !== 'active'],
  ['device_pending', ({ audit_state }) => audit_state === 'pending'],
  ['device_rejected', ({ audit_state }) => audit_state === 'rejected'],
  ['device_suspended', ({ auth_state }) => auth_state === 'suspended'],
  ['no_hours', ({ service_ends_at }, now) => !service_ends_at || service_ends_at <= now],
  // The limit was lowered after they were approved: those approved first go on.
  ['over_device_limit', ({ device_limit, earlier_devices }) => earlier_devices >= device_limit],
]

/** The first reason why the device may not use the service now; `ok` when there is none. */
export const serviceReason = (facts: ServiceFacts, now = new Date()): ServiceReason =>
  checks.find(([, applies]) => applies(facts, now))?.[0] ?? 'ok'

/** What the client shows the person. */
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

/** Answers `reason`, its message and whether the device is usable: the same wherever they are shown. */
export function serviceState(facts: ServiceFacts & { audit_note?: string | null }, now = new Date()) {
  const reason = serviceReason(facts, now)
  const note = reason === 'device_rejected' && facts.audit_note ? `：${facts.audit_note}` : ''
  return { usable: reason === 'ok', reason, message: `${messages[reason]}${note}` }
}
