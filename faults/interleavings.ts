import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Figure } from '../bench/figures.ts'
import { expectNone } from './interruptions.ts'

const root = join(import.meta.dirname, '..')
const report = join(root, 'reports/interleavings.json')

/** Runs every schedule of the pairs in server/app/interleavings.test.ts. A divergence is printed with its schedule. */
export async function interleavings(): Promise<Figure[]> {
  const args = ['run', 'server/app/interleavings.test.ts', '--reporter=default', '--reporter=json']
  spawnSync(join(root, 'node_modules/.bin/vitest'), [...args, `--outputFile.json=${report}`], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, INTERLEAVINGS: 'all' },
  })
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
    testResults: { assertionResults: { fullName: string; status: string }[] }[]
  }
  const pairs = testResults.flatMap(({ assertionResults }) => assertionResults)
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
