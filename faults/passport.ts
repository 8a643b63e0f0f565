import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Figure } from '../bench/figures.ts'
import { expectNone } from './interruptions.ts'

const root = join(import.meta.dirname, '..')
const report = join(root, 'reports/passport.json')

/** So many random edits of a company's connections behind the portal's back. One that isn't found is printed with the seed. */
export async function passportEdits(edits: number): Promise<Figure[]> {
  const args = [
    'run',
    'server/modules/connections/chain.test.ts',
    '-t',
    'every edit',
    '--reporter=default',
    '--reporter=json',
  ]
  spawnSync(join(root, 'node_modules/.bin/vitest'), [...args, `--outputFile.json=${report}`], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PASSPORT_EDITS: String(edits) },
  })
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
    testResults: { assertionResults: { fullName: string; status: string; failureMessages: string[] }[] }[]
  }
  const run = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status !== 'skipped')
  const missed = run.flatMap(({ status, failureMessages }) => (status === 'passed' ? [] : failureMessages))
  return [
    expectNone('edits behind the portal’s back that were not found', missed, `${edits} edits of nine kinds`),
    { name: 'tests that ran', result: run.length, unit: '', atLeast: 1 },
  ]
}
