import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'

/** Everything that has to hold before a change lands, in the order in which a fault is cheapest to see. */
const root = join(import.meta.dirname, '..')
process.chdir(root)
const reports = join(root, 'reports')
mkdirSync(reports, { recursive: true })

interface Step {
  name: string
  command: [string, ...string[]]
  /** A report in which the step counts its tests; without one the step counts as one. */
  counted?: { file: string; read(report: Report): Count }
}
interface Count {
  passed: number
  failed: number
  /** What failed or passed only when tried again, by name: said again at the end, where a long log is still read. */
  names: string[]
}
/** The parts of vitest's and Playwright's JSON reports that are read here. */
interface Report {
  numPassedTests?: number
  numFailedTests?: number
  testResults?: {
    name: string
    /** What kept a whole file from being run. */
    message?: string
    assertionResults: { fullName: string; status: string; failureMessages?: string[] }[]
  }[]
  stats?: { expected: number; flaky: number; unexpected: number }
  suites?: Suite[]
}
interface Suite {
  suites?: Suite[]
  specs?: { title: string; file: string; line: number; tests: { projectName: string; status: string }[] }[]
}

const indented = (text = '') => `\n    ${text.slice(0, 600).replaceAll('\n', '\n    ')}`

/** As below: a test that passed with a failure beside it was tried again. */
function failedInVitest(report: Report): string[] {
  return (report.testResults ?? []).flatMap(({ name, message, assertionResults }) => {
    const file = relative(root, name)
    const tests = assertionResults
      .filter(({ status, failureMessages }) => status === 'failed' || failureMessages?.length)
      .map(
        ({ fullName, status, failureMessages }) =>
          `${status === 'failed' ? 'failed' : 'flaky'}: ${file} ${fullName}${indented(failureMessages?.[0])}`,
      )
    return message ? [...tests, `failed: ${file}${indented(message)}`] : tests
  })
}

/** A flaky test passed in the end, but is said as well: it is a fault of the test or of the product. */
function failedInPlaywright(suites: Suite[] = []): string[] {
  return suites.flatMap(suite => [
    ...(suite.specs ?? []).flatMap(spec =>
      spec.tests
        .filter(test => test.status === 'unexpected' || test.status === 'flaky')
        .map(test => `${test.status}: [${test.projectName}] ${spec.file}:${spec.line} ${spec.title}`),
    ),
    ...failedInPlaywright(suite.suites),
  ])
}

const node = process.execPath
const typescript = (project: string): Step => ({
  name: `types: ${project}`,
  command: ['tsc', '-p', project, '--checkers', '1'],
})
const unitReport = join(reports, 'unit.json')
const browserReport = join(reports, 'browser.json')

/** Nothing of one row reads what another step of it writes: two at a time, for two cores. */
const rows: Step[][] = [
  [
    { name: 'build', command: [node, 'scripts/build.ts'] },
    { name: 'format, lint, borders, cycles', command: ['biome', 'ci', '--colors=off', '--error-on-warnings', '.'] },
    { name: 'file sizes, unfinished places', command: [node, 'scripts/check-files.ts'] },
    { name: 'generated files', command: [node, 'scripts/generate.ts', '--check'] },
    typescript('contract'),
    typescript('server'),
    typescript('web'),
    { name: 'unused files, exports, dependencies', command: ['knip', '--no-progress'] },
  ],
  [
    {
      name: 'tests',
      command: ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`],
      counted: {
        file: unitReport,
        read: report => ({
          passed: report.numPassedTests ?? 0,
          failed: report.numFailedTests ?? 0,
          names: failedInVitest(report),
        }),
      },
    },
  ],
  [
    {
      name: 'tests on another PostgreSQL',
      command: [node, 'scripts/test-elsewhere.ts', 'server/accounts', 'server/http/access', 'server/database/tenant'],
    },
  ],
  [
    {
      name: 'browser tests',
      command: ['playwright', 'test', '--reporter=list,json'],
      counted: {
        file: browserReport,
        read: ({ stats, suites }) => ({
          passed: (stats?.expected ?? 0) + (stats?.flaky ?? 0),
          failed: stats?.unexpected ?? 0,
          names: failedInPlaywright(suites),
        }),
      },
    },
  ],
]

const path = `${join(root, 'node_modules/.bin')}${process.platform === 'win32' ? ';' : ':'}${process.env.PATH}`

/** What runs alone is heard at once; of two side by side, each is heard in one piece when it is over. */
function run({ command: [program, ...args] }: Step, alone: boolean): Promise<{ ok: boolean; output: string }> {
  return new Promise(resolve => {
    const child = spawn(program, args, {
      stdio: alone ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
      env: {
        ...process.env,
        PATH: path,
        PLAYWRIGHT_JSON_OUTPUT_FILE: browserReport,
        FORCE_COLOR: process.env.CI ? '0' : undefined,
      },
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', chunk => {
        output += chunk
      })
    child.on('error', error => resolve({ ok: false, output: `${output}${error.message}\n` }))
    child.on('close', code => resolve({ ok: code === 0, output }))
  })
}

function count(step: Step, ok: boolean): Count {
  const { counted } = step
  if (!counted || !existsSync(counted.file)) return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, names: [] }
  const tests = counted.read(JSON.parse(readFileSync(counted.file, 'utf8')) as Report)
  // A run that failed without a failed test (a fault in its setup, no test at all) is a failure too.
  return ok && tests.passed > 0 ? tests : { ...tests, failed: Math.max(1, tests.failed) }
}

const total: Count = { passed: 0, failed: 0, names: [] }
const failed: string[] = []
for (const report of [unitReport, browserReport]) rmSync(report, { force: true })
console.log(
  `node ${process.version}, ${execFileSync(node, ['-p', 'os.availableParallelism()'], { encoding: 'utf8' }).trim()} cores`,
)

async function take(step: Step, alone: boolean): Promise<void> {
  const started = Date.now()
  if (alone) console.log(`\n── ${step.name}`)
  const { ok, output } = await run(step, alone)
  if (!alone) process.stdout.write(`\n── ${step.name}\n${output}`)
  const counts = count(step, ok)
  total.passed += counts.passed
  total.failed += counts.failed
  total.names.push(...counts.names)
  if (counts.failed) failed.push(step.name)
  console.log(`── ${step.name}: ${counts.failed ? 'failed' : 'ok'} in ${((Date.now() - started) / 1000).toFixed(1)} s`)
}

for (const row of rows) {
  const alone = row.length === 1
  const lane = async () => {
    for (let step = row.shift(); step; step = row.shift()) await take(step, alone)
  }
  await Promise.all([lane(), lane()])
}
for (const name of total.names) console.log(`\n✗ ${name}`)
if (failed.length) console.log(`\nfailed: ${failed.join('; ')}`)
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed ? 1 : 0
