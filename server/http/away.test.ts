import { expect, test } from 'vitest'
import { isAway } from './away.ts'

// As they came while a database restarted under load (npm run faults -- database).
test.each([
  [{ code: 'ECONNREFUSED', message: 'connect ECONNREFUSED' }, true],
  [{ code: '57P01', message: 'terminating connection due to administrator command' }, true],
  [{ code: '08006', message: 'connection failure' }, true],
  [new Error('Connection terminated unexpectedly'), true],
  [new Error('Client has encountered a connection error and is not queryable'), true],
  [new Error('Client was closed and is not queryable'), true],
  [{ code: '23505', message: 'duplicate key value' }, false],
  [new TypeError('x is not a function'), false],
])('%s: the database is away: %s', (thrown, away) => {
  expect(isAway(thrown)).toBe(away)
})
