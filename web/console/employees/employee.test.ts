import { expect, onTestFinished, test } from 'vitest'
import type { EmployeeState } from '#contract/people.ts'
import { expectEffect, pendingEffects, withEffects } from '#web/data/expected-effects.ts'
import { forgetAnswers, remembering } from '#web/data/remembered.ts'
import { updateServerTime } from '#web/data/server-time.ts'
import { newId } from '#web/testing/answers.ts'
import { allowed, extended, serviceOf } from './employee.ts'

const now = Date.parse('2026-11-20T01:30:00Z')
const inDays = (days: number) => new Date(now + days * 86_400_000).toISOString()

test.each([
  [null, '未分配'],
  [inDays(-1), '已到期'],
  [inDays(0), '已到期'],
  [inDays(3), '即将到期'],
  [inDays(15), '即将到期'],
  [inDays(15.1), '服务中'],
])('a service that ends at %s is shown as %s', (endsAt, word) => {
  expect(serviceOf(endsAt, now).word).toBe(word)
})

test('days are added to the remaining service, or from now', () => {
  expect(extended(inDays(5), 30, now)).toBe(Date.parse(inDays(35)))
  expect(extended(inDays(-5), 30, now)).toBe(Date.parse(inDays(30)))
  expect(extended(null, 30, now)).toBe(Date.parse(inDays(30)))
})

test('the server’s clock says what has ended and what is added to, not this computer’s', () => {
  const [sent, day] = [Date.now(), 86_400_000]
  const server = sent + 2 * day
  onTestFinished(() => updateServerTime(new Date(sent).toUTCString(), sent, sent))
  updateServerTime(new Date(server).toUTCString(), sent, sent)
  const tomorrow = new Date(sent + day).toISOString()
  expect(serviceOf(tomorrow).word).toBe('已到期')
  expect(Math.abs(extended(tomorrow, 30) - server - 30 * day)).toBeLessThan(60_000)
  const employee_id = newId()
  const person = { employee_id, state: 'active', service_ends_at: tomorrow, remain_days: 0 }
  onTestFinished(forgetAnswers)
  remembering('getCompanyUserList {}')({ data: person })
  const end = expectEffect('setCompanyUserService', { employee_ids: [employee_id], days: 30 })
  const shown = withEffects(person, pendingEffects.get())
  end?.(false)
  expect(Math.abs(Date.parse(shown.service_ends_at) - server - 30 * day)).toBeLessThan(60_000)
  expect(shown.remain_days).toBe(30)
})

const self = { phone: '13800000001', owner: false }
const of = (role: 'owner' | 'manager' | 'employee', state: EmployeeState, phone = '13800000002') =>
  allowed({ phone, role, state }, self)

test('nobody is offered to take access from themselves or the owner', () => {
  for (const kinds of [of('owner', 'active'), of('manager', 'active', self.phone)]) {
    expect([...kinds].toSorted()).toEqual(['assign', 'edit', 'move', 'reclaim', 'template'])
  }
})

test.each(['invited', 'declined', 'lapsed'] as const)(
  'a person who is %s can be invited again or withdrawn, and given reserved days only',
  state => {
    const kinds = of('employee', state)
    expect(kinds).toContain('invite')
    expect(kinds).toContain('remove')
    expect(kinds.has('assign')).toBe(state === 'invited')
    for (const kind of ['disable', 'handover', 'manager'] as const) expect(kinds).not.toContain(kind)
  },
)

test('a disabled person is offered no hours or role', () => {
  const kinds = of('employee', 'disabled')
  expect(kinds).toContain('enable')
  for (const kind of ['assign', 'manager', 'transfer', 'disable'] as const) expect(kinds).not.toContain(kind)
})

test('only the owner is offered to transfer the company', () => {
  expect(of('manager', 'active')).not.toContain('transfer')
  expect(allowed({ phone: '13800000002', role: 'manager', state: 'active' }, { ...self, owner: true })).toContain(
    'transfer',
  )
})
