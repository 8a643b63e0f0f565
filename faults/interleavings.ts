import { join } from 'node:path'
import type { Figure } from '../bench/figures.ts'
import { expectNone } from './interruptions.ts'
import { runTests } from './vitest-run.ts'

/** Runs every schedule of the pairs in server/app/interleavings.test.ts. A divergence is printed with its schedule. */
export async function interleavings(): Promise<Figure[]> {
  const { tests: pairs } = runTests(join(import.meta.dirname, '..'), ['server/app/interleavings.test.ts'], {
    environment: { INTERLEAVINGS: 'all' },
  })
  const diverged = pairs.filter(({ status }) => status !== 'passed').map(({ fullName }) => fullName)
  return [
    expectNone(
      'pairs of changes that end like neither order',
      diverged,
      'all schedules with at most two switches, 200 at random',
    ),
    { name: 'pairs of changes', result: pairs.length, unit: '', atLeast: 10 },
  ]
}
