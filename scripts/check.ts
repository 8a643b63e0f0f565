import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { branchedFrom } from './branched-from.ts'
import { type Count, countBrowserTests, countUnits } from './test-reports.ts'
import { unhandledReport } from './unhandled-errors.ts'

/*
 * Everything that has to hold before a change lands, with the cheapest checks first. `--changed` leaves out the tests that are
 * unaffected by the differences from the main branch: for the daily loop, not for landing. `--postgres 15` runs only the server's
 * tests, on another PostgreSQL, `--later 45` all of them 45 days from now.
 */
const root = join(import.meta.dirname, '..')
process.chdir(root)
const reports = join(root, 'reports')
mkdirSync(reports, { recursive: true })

interface Step {
  name: string
  command: [string, ...string[]]
  /** A report with the counts of the step's tests; without one the step counts as one. */
  counted?: { file: string; read(json: string): Count }
}

const node = process.execPath
const typescript = (project: string): Step => ({
  name: `types: ${project}`,
  command: ['tsc', '-p', project, '--checkers', '1'],
})
const unitReport = join(reports, 'unit.json')
const browserReport = join(reports, 'browser.json')
const { changed = false, ...elsewhereOptions } = readOptions()
const base = changed ? branchedFrom() : ''
/** The PostgreSQL or the date to run the server's tests with, in place of the other steps. */
const otherwise = Object.entries(elsewhereOptions).flatMap(([name, value]) => [`--${name}`, value])

/** Ends with the usage on an unknown option: a misspelt --changed must not start all the tests. */
function readOptions() {
  try {
    return parseArgs({
      options: { changed: { type: 'boolean' }, postgres: { type: 'string' }, later: { type: 'string' } },
    }).values
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    console.error('npm run check -- [--changed | --postgres 15 | --later 45]')
    process.exit(2)
  }
}

const unitTests: Step = {
  name: 'tests',
  command: [
    'vitest',
    'run',
    '--reporter=default',
    '--reporter=json',
    '--reporter=./scripts/unhandled-errors.ts',
    `--outputFile.json=${unitReport}`,
    ...(changed ? [`--changed=${base}`] : []),
  ],
  counted: { file: unitReport, read: json => countUnits(json, root, unhandled()) },
}
const elsewhere: Step = {
  name: 'tests on another PostgreSQL',
  command: [
    node,
    'scripts/test-elsewhere.ts',
    'server/modules/accounts',
    'server/modules/orders/placing',
    'server/database/tenant',
  ],
}
const browserTests: Step = {
  name: 'browser tests',
  command: [
    'playwright',
    'test',
    '--reporter=list,json',
    ...(changed ? [`--only-changed=${base}`, '--pass-with-no-tests'] : []),
  ],
  counted: { file: browserReport, read: countBrowserTests },
}

/**
 * The steps of one stage run in parallel, in as many lanes as are named: no step of a stage reads what another one writes. The
 * pages are built first, because the browser tests need them. The two kinds of tests run one after the other: in parallel they took
 * longer on two cores (2026-11-25).
 */
interface Stage {
  lanes: number
  steps: Step[]
}
const alone = (step: Step): Stage => ({ lanes: 1, steps: [step] })
const stages: Stage[] = otherwise.length
  ? [alone({ name: `tests ${otherwise.join(' ')}`, command: [node, 'scripts/test-elsewhere.ts', ...otherwise] })]
  : [
      {
        lanes: 2,
        steps: [
          { name: 'build', command: [node, 'scripts/build.ts'] },
          {
            name: 'format, lint, borders, cycles',
            command: ['biome', 'ci', '--colors=off', '--error-on-warnings', '.'],
          },
          { name: 'unused files, exports, dependencies', command: ['knip', '--no-progress'] },
          { name: 'generated files', command: [node, 'scripts/generate.ts', '--check'] },
          { name: 'layers', command: [node, 'scripts/layers.ts'] },
          { name: 'file sizes, unfinished places, exact versions', command: [node, 'scripts/check-files.ts'] },
          { name: 'a test for each clause', command: [node, 'scripts/check-clauses.ts'] },
        ],
      },
      {
        lanes: 2,
        steps: [...(changed ? [] : [elsewhere]), typescript('server'), typescript('web'), typescript('contract')],
      },
      alone(unitTests),
      alone(browserTests),
    ]

const path = `${join(root, 'node_modules/.bin')}${process.platform === 'win32' ? ';' : ':'}${process.env.PATH}`

/** Runs a step and prints each of its lines as it comes, prefixed by the step's name where others run in parallel. */
function run({ name, command: [program, ...args] }: Step, alone: boolean): Promise<boolean> {
  return new Promise(resolve => {
    const child = spawn(program, args, {
      stdio: alone ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
      env: {
        ...process.env,
        PATH: path,
        // Shared with `npm start`: the first step that runs the server's modules strips and compiles them for all others.
        NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'),
        // The first stage has built it. The tests open some hundred files, which takes 0.06 s of CPU time each instead of 0.3.
        BUILT_SANDBOX: 'true',
        PLAYWRIGHT_JSON_OUTPUT_FILE: browserReport,
        FORCE_COLOR: process.env.CI ? '0' : undefined,
      },
    })
    for (const stream of [child.stdout, child.stderr])
      if (stream) createInterface({ input: stream }).on('line', line => console.log(`${name} │ ${line}`))
    child.on('error', error => {
      console.error(`${name}: ${error.message}`)
      resolve(false)
    })
    child.on('close', code => resolve(code === 0))
  })
}

const unhandled = (): string[] =>
  existsSync(unhandledReport) ? (JSON.parse(readFileSync(unhandledReport, 'utf8')) as string[]) : []

function count({ counted }: Step, ok: boolean): Count {
  if (!counted || !existsSync(counted.file)) return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, names: [] }
  const tests = counted.read(readFileSync(counted.file, 'utf8'))
  // A run that failed without a failed test (an error in its setup, no test at all) is a failure too.
  return ok && (tests.passed > 0 || changed) ? tests : { ...tests, failed: Math.max(1, tests.failed) }
}

const total: Count = { passed: 0, failed: 0, names: [] }
const failed: string[] = []
const took: { name: string; seconds: number }[] = []
const began = Date.now()
const secondsSince = (start: number) => (Date.now() - start) / 1000
for (const report of [unitReport, browserReport, unhandledReport]) rmSync(report, { force: true })
console.log(`node ${process.version}, ${availableParallelism()} cores${changed ? `, what changed since ${base}` : ''}`)

async function take(step: Step, alone: boolean): Promise<void> {
  const started = Date.now()
  console.log(`── ${step.name}`)
  const ok = await run(step, alone)
  const seconds = secondsSince(started)
  const counts = count(step, ok)
  total.passed += counts.passed
  total.failed += counts.failed
  total.names.push(...counts.names)
  took.push({ name: step.name, seconds })
  if (counts.failed) failed.push(step.name)
  console.log(`── ${step.name}: ${counts.failed ? 'failed' : 'ok'} in ${seconds.toFixed(1)} s`)
}

for (const { lanes, steps } of stages) {
  const lane = async () => {
    for (let step = steps.shift(); step; step = steps.shift()) await take(step, lanes === 1)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}
console.log('')
for (const { name, seconds } of took.sort((one, other) => other.seconds - one.seconds))
  console.log(`${seconds.toFixed(1).padStart(7)} s  ${name}`)
console.log(`${secondsSince(began).toFixed(1).padStart(7)} s  in total`)
for (const name of total.names) console.log(`\n✗ ${name}`)
if (failed.length) console.log(`\nfailed: ${failed.join('; ')}`)
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed ? 1 : 0
