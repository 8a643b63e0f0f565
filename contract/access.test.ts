import { expect, test } from 'vitest'
import { accessCalls, planAccess } from './access.ts'
import type { Call } from './call.ts'
import { contract } from './index.ts'

const calls = Object.entries(contract as Record<string, Call>)

test('every call that can alter access has a plan with the same errors, and an activity entry', () => {
  const declared = calls.flatMap(([name, { changesAccess }]) => (changesAccess ? [name] : []))
  expect(declared.sort()).toEqual(Object.keys(accessCalls).sort())
  for (const [name, call] of Object.entries(accessCalls as Record<string, Call>)) {
    expect([name, call.activity !== undefined, call.access]).toEqual([name, true, 'manager'])
    for (const code of call.codes ?? []) expect(planAccess.codes, name).toContain(code)
  }
})
