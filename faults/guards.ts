import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { codes } from '#contract/codes.ts'
import type { Figure } from '../bench/figures.ts'
import { type Guard, guards } from './guards-list.ts'
import { expectNone } from './interruptions.ts'
import { runTests } from './vitest-run.ts'

const run = promisify(execFile)
/** The runs after which a test counts as passed, because a race is not lost each time. */
const attempts = 3

/**
 * Removes each guard from a copy of the commit, and runs the test that has to fail then. A guard whose test passes without it is
 * not proved, and neither is one that is no longer found.
 */
export async function findUnprovedGuards(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'haiyilian-guards-'))
  const copy = join(folder, 'copy')
  await run('git', ['worktree', 'add', '-q', '--detach', copy, 'HEAD'])
  try {
    // A link to a link would lead out of what the sandbox may read, and each test with a file would fail with its guard.
    symlinkSync(realpathSync('node_modules'), join(copy, 'node_modules'))
    const unproved: string[] = []
    for (const guard of guards) {
      const why = tryWithout(copy, guard)
      console.log(`  ${why ?? 'caught'}: ${guard.name}`)
      if (why) unproved.push(`${guard.name}: ${why}`)
    }
    return [expectNone('guards whose test passes without them', unproved, `${guards.length} guards taken out`)]
  } finally {
    await run('git', ['worktree', 'remove', '--force', copy])
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Returns why a guard is not proved; undefined where its test fails without it. */
function tryWithout(copy: string, { file, guard, without, test }: Guard): string | undefined {
  const path = join(copy, file)
  const text = readFileSync(path, 'utf8')
  if (text.split(guard).length !== 2) return 'is not in its file once'
  const [failure] = failuresOf(copy, test)
  if (failure) return `its test fails with it: ${failure.split('\n')[0]}`
  writeFileSync(
    path,
    text.replace(guard, () => without),
  )
  try {
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const failures = failuresOf(copy, test)
      if (failures.length) return whyNoProof(failures)
    }
    return 'its test passes without it'
  } finally {
    writeFileSync(path, text)
  }
}

/** What remains of a statement must still run. One that the database refuses fails every test, and so proves no race. */
function whyNoProof(failures: string[]): string | undefined {
  const broken = failures.find(text => /^(error|SyntaxError|ReferenceError|TypeError):/.test(text))
  if (broken) return `without it the statement fails: ${broken.split('\n')[0]}`
  // `rejects` of a promise that was fulfilled throws a different error.
  const isExpectation = (text: string) => /^AssertionError|^Error: promise resolved/.test(text)
  if (failures.some(text => isExpectation(text) && !text.includes(codes[500]))) return undefined
  return `no expectation failed, but: ${failures[0]?.split('\n')[0]}`
}

/** Returns the messages of the tests that failed. A run without any test throws. */
function failuresOf(copy: string, [file, title]: Guard['test']): string[] {
  const args = [file, '--maxWorkers=1', '--project=server', '-t', title]
  const { tests } = runTests(copy, args, { quiet: true })
  if (!tests.length) throw new Error(`no test of ${file} is called ${title}`)
  return tests.flatMap(({ status, failureMessages }) => (status === 'failed' ? failureMessages : []))
}
