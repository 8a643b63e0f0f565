import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { serviceReasons } from '#contract/clients.ts'
import { type ServiceFacts, type ServiceReason, serviceReason, serviceState } from './usable.ts'

const at = '2026-11-20T04:00:00.000Z'
const now = Date.parse(at)
const fine: ServiceFacts = {
  company_state: 'active',
  employee_state: 'active',
  audit_state: 'approved',
  auth_state: 'authorized',
  audit_note: null,
  service_ends_at: '2026-11-20T04:00:01.000Z',
  device_limit: 2,
  earlier_devices: 1,
}

/** Each fault makes one reason apply; they are in the order in which the reasons are reported. */
const faults: [ServiceReason, Partial<ServiceFacts>][] = [
  ['employee_disabled', { employee_state: 'disabled' }],
  ['no_hours', { service_ends_at: at }],
  ['device_pending', { audit_state: 'pending' }],
  ['device_suspended', { auth_state: 'suspended' }],
  ['over_device_limit', { earlier_devices: 2 }],
  ['company_frozen', { company_state: 'frozen' }],
]

describe('the reason why a device may not use the service', () => {
  test('is empty when nothing is wrong', () => {
    expect(serviceState(fine, now)).toEqual({ usable: true, reason: 'ok', message: '设备可以正常使用' })
    expect(serviceReason({ ...fine, company_state: 'trial' }, now)).toBe('ok')
  })

  test.each(faults)('%s', (reason, fault) => {
    expect(serviceState({ ...fine, ...fault }, now)).toMatchObject({ usable: false, reason })
  })

  test('is the first of several', () => {
    for (let first = 0; first < faults.length; first++) {
      const facts = Object.assign({}, fine, ...faults.slice(first).map(([, fault]) => fault))
      expect(serviceReason(facts, now)).toBe(faults[first]?.[0])
    }
  })

  test('stands at the same place in the client developers’ document', async () => {
    const document = await readFile(join(import.meta.dirname, '../../../docs/desktop-client.md'), 'utf8')
    const [, table = ''] = document.split('## 不能使用的原因')
    const documented = [...(table.split('\n## ')[0] ?? '').matchAll(/^\| `(\w+)` +\| (?!含义)/gm)].map(
      ([, reason]) => reason,
    )
    expect(documented.filter(reason => reason !== 'reason')).toEqual(serviceReasons.filter(reason => reason !== 'ok'))
    const tested = faults.map(([reason]) => reason)
    expect(tested).toEqual(serviceReasons.filter(reason => tested.includes(reason)))
  })

  test.each<[ServiceReason, Partial<ServiceFacts>]>([
    ['device_rejected', { audit_state: 'rejected', auth_state: 'suspended' }],
    ['employee_disabled', { employee_state: 'invited', audit_state: 'rejected' }],
    ['no_hours', { service_ends_at: null, earlier_devices: 9 }],
    ['over_device_limit', { device_limit: 0, earlier_devices: 0 }],
  ])('is %s when other conditions fail too', (reason, fault) => {
    expect(serviceReason({ ...fine, ...fault }, now)).toBe(reason)
  })

  test('does not say that hours are used up to a person who never had any', () => {
    expect(serviceState({ ...fine, service_ends_at: at }, now).message).toBe('服务时长已用完，请联系企业管理员分配时长')
    expect(serviceState({ ...fine, service_ends_at: null }, now).message).toBe('尚未分配服务时长，请联系企业管理员分配')
  })

  test("includes the manager's note for a rejection only", () => {
    const noted = { ...fine, audit_note: '非公司配发' }
    expect(serviceState({ ...noted, audit_state: 'rejected' }, now).message).toBe(
      '设备未通过企业管理员审核：非公司配发',
    )
    expect(serviceState(noted, now).message).not.toContain('配发')
  })
})
