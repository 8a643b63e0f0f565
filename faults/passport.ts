import { join } from 'node:path'
import type { Figure } from '../bench/figures.ts'
import { expectNone } from './interruptions.ts'
import { runTests } from './vitest-run.ts'

/** Makes random edits of a company's connections behind the portal's back. One that isn't found is printed with the seed. */
export async function passportEdits(edits: number): Promise<Figure[]> {
  const { tests } = runTests(
    join(import.meta.dirname, '..'),
    ['server/modules/connections/chain.test.ts', '-t', 'every edit'],
    { environment: { PASSPORT_EDITS: String(edits) } },
  )
  const missed = tests.flatMap(({ status, failureMessages }) => (status === 'passed' ? [] : failureMessages))
  return [
    expectNone('edits behind the portal’s back that were not found', missed, `${edits} edits of nine kinds`),
    { name: 'tests that ran', result: tests.length, unit: '', atLeast: 1 },
  ]
}
