import { expect, test } from 'vitest'
import { NoWritableHost } from '#server/database/client.ts'
import { isTemporary, throttledLogger } from './temporary.ts'

// These errors were recorded while a database restarted under load (npm run faults -- database).
test.each([
  [{ code: 'ECONNREFUSED', message: 'connect ECONNREFUSED' }, true],
  [{ code: '57P01', message: 'terminating connection due to administrator command' }, true],
  [{ code: '08006', message: 'connection failure' }, true],
  [new Error('Connection terminated unexpectedly'), true],
  [new Error('Client has encountered a connection error and is not queryable'), true],
  [new Error('Client was closed and is not queryable'), true],
  [new Error('Query read timeout'), true],
  [{ code: '57014', message: 'canceling statement due to statement timeout' }, true],
  [{ code: '53100', message: 'could not extend file: No space left on device' }, true],
  [{ code: '25006', message: 'cannot execute INSERT in a read-only transaction' }, true],
  [new NoWritableHost([]), true],
  [{ code: '28P01', message: 'password authentication failed for user "portal"' }, true],
  [{ code: '55000', message: 'database "portal" is not currently accepting connections' }, true],
  [{ code: '55000', message: 'currval of sequence is not yet defined in this session' }, false],
  [{ code: '23505', message: 'duplicate key value' }, false],
  [new TypeError('x is not a function'), false],
])('the error %s is temporary: %s', (thrown, temporary) => {
  expect(isTemporary(thrown)).toBe(temporary)
})

test('an outage logs one line a second without a stack, with the number of suppressed lines', () => {
  let now = 0
  const lines: object[] = []
  const log = { error: (line: object) => lines.push(line) }
  const report = throttledLogger(() => now)
  const trouble = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  for (; now < 3000; now += 10) report(log, trouble, '服务暂时不可用')
  expect(lines).toHaveLength(3)
  expect(lines.at(-1)).toEqual({ code: 'ECONNREFUSED', reason: 'connect ECONNREFUSED', unlogged: 99 })
})
