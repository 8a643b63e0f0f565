import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface TestResult {
  fullName: string
  status: string
  failureMessages: string[]
}

/**
 * Runs tests in `root` and returns the tests that were run. A run that fails without a failed test, or without a report, has shown
 * nothing: it throws.
 */
export function runTests(
  root: string,
  args: string[],
  { environment = {}, quiet = false }: { environment?: Record<string, string>; quiet?: boolean } = {},
): { tests: TestResult[]; output: string } {
  // A separate folder, so that no earlier run's report can be mistaken for this one's.
  const folder = mkdtempSync(join(tmpdir(), 'haiyilian-tests-'))
  const report = join(folder, 'report.json')
  try {
    const { status, stdout, stderr } = spawnSync(
      join(root, 'node_modules/.bin/vitest'),
      ['run', ...args, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
      {
        cwd: root,
        stdio: quiet ? 'pipe' : ['ignore', 'inherit', 'inherit'],
        env: { ...process.env, CI: '', ...environment },
        encoding: 'utf8',
        maxBuffer: 2 ** 28,
      },
    )
    const output = `${stdout ?? ''}${stderr ?? ''}`
    if (!existsSync(report))
      throw new Error(`vitest ended with ${status} and without a report\n${output.slice(-2_000)}`)
    const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
      testResults: { assertionResults: TestResult[] }[]
    }
    const tests = testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(test => test.status === 'passed' || test.status === 'failed')
    if (status !== 0 && !tests.some(test => test.status === 'failed'))
      throw new Error(`vitest ended with ${status} and without a failed test\n${output.slice(-2_000)}`)
    return { tests, output }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
