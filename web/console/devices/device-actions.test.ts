import { expect, test } from 'vitest'
import { keysOf } from '#contract/typed-keys.ts'
import { actionTitle, deviceActions } from './device-actions.ts'

const laptop = { name: '办公电脑', audit_state: 'pending', auth_state: 'authorized' } as const
const states = [
  ['pending', 'authorized', ['approve', 'reject', 'suspend', 'remove']],
  ['approved', 'authorized', ['reject', 'suspend', 'remove']],
  ['approved', 'suspended', ['reject', 'restore', 'remove']],
  ['rejected', 'suspended', ['approve', 'restore', 'remove']],
] as const

test.each(states)('a device that is %s and %s can be %j', (audit_state, auth_state, names) => {
  const device = { audit_state, auth_state }
  const possible = keysOf(deviceActions).filter(name => deviceActions[name].applies(device))
  expect(possible).toEqual(names)
})

test('an action names a single device and counts several', () => {
  expect(actionTitle('reject', [laptop])).toBe('驳回「办公电脑」')
  expect(actionTitle('remove', [laptop, laptop, laptop])).toBe('移除 3 台设备')
})

test('only removing needs no code', () => {
  const needs = Object.entries(deviceActions).map(([name, { captcha }]) => [name, captcha])
  expect(Object.fromEntries(needs)).toEqual({
    approve: 'audit',
    reject: 'audit',
    suspend: 'authorization',
    restore: 'authorization',
    remove: undefined,
  })
})
