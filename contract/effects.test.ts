import { expect, test } from 'vitest'
import type { Call } from './call.ts'
import { contract } from './index.ts'
import { operations } from './operations/index.ts'
import type { Operation } from './operations/operation.ts'

const calls = Object.entries(contract as Record<string, Call>)
const all = [...calls, ...Object.entries(operations as Record<string, Operation>)]

// An audit entry is a change: on a connection that refuses to write, such a call would fail.
test.each(Object.entries(operations as Record<string, Operation>))(
  '%s leaves no entry if it only reads',
  (_, { audited, effect }) => {
    if (audited) expect(effect).not.toBe('read')
  },
)

test.each(all)(
  '%s declares nothing that its effect or its access level can not keep',
  (_, { effect, idempotency, limits, access }) => {
    if (effect !== 'change') expect(idempotency).toBeUndefined()
    for (const { by } of limits ?? []) {
      if (by === 'company') expect(access).toBe('manager')
      if (by === 'account') expect(access).not.toBe('public')
      if (by === 'operator') expect(access).not.toBe('visitor')
    }
  },
)
