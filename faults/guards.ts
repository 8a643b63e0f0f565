import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Figure } from '../bench/figures.ts'
import { type Guard, guards } from './guards-list.ts'
import { expectNone } from './interruptions.ts'

const run = promisify(execFile)
/** A race is not lost each time, so a test counts as passed only after so many runs. */
const attempts = 3

/**
 * Takes each guard out of a copy of what is committed, and runs the test that has to fail then. A guard whose test passes
 * without it is not proved, and neither is one that can't be found any more.
 */
export async function findUnprovedGuards(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'haiyilian-guards-'))
  const copy = join(folder, 'copy')
  await run('git', ['worktree', 'add', '-q', '--detach', copy, 'HEAD'])
  try {
    symlinkSync(join(process.cwd(), 'node_modules'), join(copy, 'node_modules'))
    const unproved: string[] = []
    for (const guard of guards) {
      const why = await tryWithout(copy, guard)
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
async function tryWithout(copy: string, { file, guard, without, test }: Guard): Promise<string | undefined> {
  const path = join(copy, file)
  const text = readFileSync(path, 'utf8')
  if (text.split(guard).length !== 2) return 'is not in its file once'
  if (!(await passes(copy, test))) return 'its test fails with it'
  writeFileSync(
    path,
    text.replace(guard, () => without),
  )
  try {
    for (let attempt = 0; attempt < attempts; attempt += 1) if (!(await passes(copy, test))) return undefined
    return 'its test passes without it'
  } finally {
    writeFileSync(path, text)
  }
}

async function passes(copy: string, [file, title]: Guard['test']): Promise<boolean> {
  const args = ['run', file, '--maxWorkers=1', '--project=server', ...(title ? ['-t', title] : [])]
  return run(join(copy, 'node_modules/.bin/vitest'), args, { cwd: copy, env: { ...process.env, CI: '' } }).then(
    () => true,
    () => false,
  )
}
