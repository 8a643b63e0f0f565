import { expect, test } from 'vitest'
import { z } from 'zod'
import { declared } from './declared.ts'

const output = z.object({ list: z.array(z.object({ id: z.string(), at: z.string().optional() })), other: z.unknown() })

test('an answer of its contract is passed on', () => {
  const answer = { list: [{ id: 'a', at: undefined }], other: { anything: 1 } }
  expect(declared('getList', output, answer)).toEqual(answer)
})

test.each([
  [{ list: [], password_hash: 'x' }, 'password_hash'],
  [{ list: [{ id: 'a' }, { id: 'b', phone: '138' }] }, 'list.1.phone'],
])('%o is refused for what its contract does not declare', (answer, field) => {
  expect(() => declared('getList', output, { other: 1, ...answer })).toThrow(`getList answers ${field}`)
})
