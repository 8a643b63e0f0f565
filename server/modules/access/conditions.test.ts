import { describe, expect, test } from 'vitest'
import type { AccessCondition, Resolver } from '#contract/access-names.ts'
import { versionKey } from '#server/modules/devices/versions.ts'
import { type AccessFacts, conditionsOf } from './conditions.ts'

const now = Date.parse('2026-11-23T04:00:00.000Z')
const person: AccessFacts['person'] = {
  employee_id: 'e',
  name: '陈雨桐',
  dept_path: '运营中心',
  state: 'active',
  service_ends_at: '2026-12-01T04:00:00.000Z',
  device_limit: 2,
  company_state: 'active',
}
const device = {
  device_id: 'd',
  name: '办公电脑',
  audit_state: 'approved' as const,
  auth_state: 'authorized' as const,
  audit_note: null,
  earlier_devices: 1,
  platform: 'windows' as const,
  client_version: '12.0.1',
  key_id: null,
}
const personal: AccessFacts['personal'] = { state: 'active', cross_border: false, verified: false }
const rules = { crossBorderConsentFrom: '2999-01-01', clientKeysRequiredFrom: '2999-01-01', ownVerification: false }
const past = '2026-01-01'
const released: AccessFacts['released'] = { forced: [] }
const line = { svp_id: 'l', name: '东京-01', state: 'active' as const, suspend_reason: null, group_ids: ['g'] }
const reasons = [{ group_name: '美国店铺', dept_path: '运营中心', until: null, hours: null }]
const fine: AccessFacts = { personal, rules, released, person, device, hasDevices: true, line, reasons }

/** One fault each, in the order in which they are reported, with the role that can mend it. */
const faults: [AccessCondition, Resolver, Partial<AccessFacts>][] = [
  ['account', 'provider', { personal: { ...personal, state: 'disabled' } }],
  ['employment', 'manager', { person: { ...person, state: 'disabled' } }],
  ['hours', 'manager', { person: { ...person, service_ends_at: '2026-11-23T04:00:00.000Z' } }],
  ['consent', 'employee', { rules: { ...rules, crossBorderConsentFrom: past } }],
  ['device', 'manager', { device: { ...device, audit_state: 'pending' } }],
  ['device_limit', 'manager', { device: { ...device, earlier_devices: 2 } }],
  ['client', 'employee', { released: { forced: [{ platform: 'windows', key: versionKey('12.0.2') }] } }],
  ['grant', 'manager', { reasons: [] }],
  ['line', 'provider', { line: { ...line, state: 'suspended', suspend_reason: '核实中' } }],
  ['times', 'manager', { reasons: reasons.map(reason => ({ ...reason, hours: '67 00:00-00:00' })) }],
  ['company', 'provider', { person: { ...person, company_state: 'frozen' } }],
]

describe('conditions of using a line', () => {
  test('access is allowed when every condition is met', () => {
    const { allowed, first, conditions } = conditionsOf(fine, now)
    expect([allowed, first]).toEqual([true, null])
    expect(conditions.map(({ state }) => state)).toEqual(Array(12).fill('met'))
  })

  test.each(faults)('when only %s fails, %s is named as able to fix it', (condition, by, fault) => {
    const { allowed, first, conditions } = conditionsOf({ ...fine, ...fault }, now)
    expect([allowed, first]).toEqual([false, condition])
    expect(conditions.filter(({ state }) => state === 'failed').map(each => [each.condition, each.mend?.by])).toEqual([
      [condition, by],
    ])
  })

  test('when several conditions fail, the first in order is reported', () => {
    for (let first = 0; first < faults.length; first++) {
      const [facts, of, on] = [{ ...fine }, { ...person }, { ...device }]
      for (const [, , fault] of faults.slice(first).reverse()) {
        Object.assign(facts, fault)
        Object.assign(of, different(fault.person, person))
        Object.assign(on, different(fault.device, device))
      }
      expect(conditionsOf({ ...facts, person: of, device: on }, now).first).toBe(faults[first]?.[0])
    }
  })

  test.each<[string, Partial<AccessFacts>, AccessCondition, Resolver]>([
    ['invited', { person: { ...person, state: 'invited' } }, 'employment', 'employee'],
    ['who declined', { person: { ...person, state: 'declined' } }, 'employment', 'manager'],
    ['without hours', { person: { ...person, service_ends_at: null } }, 'hours', 'manager'],
    ['without any device', { device: undefined, hasDevices: false }, 'device', 'employee'],
    ['who must be verified', { rules: { ...rules, ownVerification: true } }, 'verification', 'employee'],
    ['whose client has no key', { rules: { ...rules, clientKeysRequiredFrom: past } }, 'client', 'employee'],
    ['whose device is suspended', { device: { ...device, auth_state: 'suspended' } }, 'device', 'manager'],
    ['whose line has no address', { line: { ...line, state: 'unbound' } }, 'line', 'manager'],
    ['whose line has ended', { line: { ...line, state: 'expired' } }, 'line', 'manager'],
  ])('a person %s is refused with the matching condition and remedy', (_, fault, condition, by) => {
    const { first, conditions } = conditionsOf({ ...fine, ...fault }, now)
    expect(first).toBe(condition)
    expect(conditions.find(each => each.condition === condition)?.mend?.by).toBe(by)
  })

  test('conditions of a device or line that is not given stay open and do not refuse access', () => {
    const { allowed, conditions } = conditionsOf({ ...fine, device: undefined, line: undefined }, now)
    expect(allowed).toBe(true)
    expect(conditions.flatMap(({ condition, state }) => (state === 'open' ? [condition] : []))).toEqual([
      'device',
      'device_limit',
      'client',
      'grant',
      'line',
      'times',
    ])
    expect(conditions.find(({ condition }) => condition === 'grant')?.text).toBe('属于「美国店铺」（运营中心）')
  })
})

/** Returns only the facts that a fault has changed. */
const different = <Fact extends object>(fault: Fact | undefined, base: Fact): Partial<Fact> =>
  Object.fromEntries(
    Object.entries(fault ?? {}).filter(([name, value]) => value !== base[name as keyof Fact]),
    // The cast is needed because Object.fromEntries loses the names.
  ) as Partial<Fact>
