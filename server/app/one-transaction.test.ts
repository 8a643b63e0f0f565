import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

const filesWith = (text: string) =>
  execFileSync('git', ['grep', '-lF', '--untracked', text, '--', 'server/modules'], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .filter(file => !/\.(test|fixture)\.ts$/.test(file))

// Guard: `withoutKey` and `onceInTransaction` in `http/perform.ts`, which run every other change in one transaction.
test('handlers begin a transaction only outside of the call’s own, or as a savepoint after which they go on', () => {
  expect(filesWith('.transaction(').filter(file => file.endsWith('.calls.ts'))).toEqual([
    // Its calls keep the key in their own rows.
    'server/modules/api-tokens/api-tokens.calls.ts',
    // Its test message waits for a server.
    'server/modules/health/health.calls.ts',
    // It counts again after a violated constraint.
    'server/modules/people/departments/departments.calls.ts',
    // It waits for the gateway.
    'server/modules/sales/opera.calls.ts',
  ])
})

test('a violated constraint is refused by `refuseViolation`, unless more is read after it', () => {
  expect(filesWith('violatedConstraint(')).toEqual([
    'server/modules/api-tokens/api-tokens.calls.ts',
    'server/modules/people/departments/departments.calls.ts',
  ])
})
