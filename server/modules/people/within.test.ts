import { expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import { dutyCalls } from '#contract/duty-calls.ts'
import { limitedDuty } from '#contract/duty-names.ts'
import { type CallName, contract } from '#contract/index.ts'
import { inputShape } from '#server/testing/samples.ts'

const calls: Record<string, Call> = contract

test('every call of the duty that is limited to departments declares how it keeps to them', () => {
  const planning: CallName[] = ['planAccess']
  for (const name of dutyCalls[limitedDuty].filter(name => !planning.includes(name)))
    expect(calls[name]?.within, name).toBeDefined()
})

test('a call limited to departments declares every input field that identifies a person, device or department', () => {
  const naming = ['employee_id', 'employee_ids', 'successor_id', 'employees', 'dept_id', 'device_id', 'device_ids']
  for (const [name, call] of Object.entries(calls)) {
    const { properties = {} } = inputShape(call)
    const named: readonly string[] = call.within?.named ?? []
    const unnamed = naming.filter(field => call.within && field in properties && !named.includes(field))
    expect(unnamed, name).toEqual([])
  }
})
