import { mkdirSync, writeFileSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { loadWebBuild } from '#server/app/web-build.ts'
import { startEmbedded } from '#server/database/embedded.ts'
import { removeFolder, temporaryFolder } from '#server/testing/portal-process.ts'
import { report } from '../bench/figures.ts'
import { Fuzzer, type Outcome } from './fuzz.ts'
import { withFuzzedPortal } from './portal.ts'
import { fuzzSockets } from './sockets.ts'

const help = `npm run fuzz -- [--requests 100000] [--seed <number>] [--only <call>]

Sends requests to every call of both contracts, as every kind of caller, with inputs generated from the call's schema and mutated;
then malformed HTTP over a real connection. A fault is printed with the smallest request that reproduces it. The same seed gives
the same requests: --seed 7 --only createOrder repeats those of --seed 7 to createOrder, on companies that no other call changes.
Ctrl-C ends the run early, with a report. Figures are written to reports/fuzz-figures.json, faults to reports/fuzz-faults.json.`

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '100000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    only: { type: 'string' },
    help: { type: 'boolean' },
  },
})
const [requests, seed] = [Number(values.requests), Number(values.seed)]
if (values.help || !(requests >= 1) || !Number.isInteger(seed)) {
  console.error(help)
  process.exit(2)
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
/** Returns the megabytes of live memory, the generator's own included. */
function liveMegabytes(): number {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1024 / 1024
}

async function run(url: string) {
  const { buildIfStale } = await import('../scripts/build.ts')
  await buildIfStale()
  const web = await loadWebBuild(join(import.meta.dirname, '..'))
  return withFuzzedPortal({ url, web }, async (portal, findLog) => {
    // The first value is taken after the first world, when caches are filled and code is compiled.
    const memory: number[] = []
    const fuzzer = new Fuzzer(portal, findLog, {
      seed,
      requests,
      progress: console.log,
      worldDone: () => void memory.push(liveMegabytes()),
      ...(values.only && { only: values.only }),
    })
    process.once('SIGINT', () => fuzzer.end())
    const outcome = await fuzzer.run()
    const sockets = values.only ? { requests: 0, faults: [] } : await fuzzSockets(portal.app)
    return { outcome, sockets, grown: (memory.at(-1) ?? 0) - (memory[0] ?? 0) }
  })
}

/** Summarizes the most frequent codes over all calls. */
function summarizeCodes({ codes }: Outcome): string {
  const totals = new Map<string, number>()
  for (const each of codes.values())
    for (const [kind, times] of each) {
      const [code = ''] = kind.split(' ')
      totals.set(code, (totals.get(code) ?? 0) + times)
    }
  return [...totals]
    .sort(([, one], [, other]) => other - one)
    .slice(0, 6)
    .map(([code, times]) => `${code}: ${times}`)
    .join(', ')
}

console.log(`seed ${seed}`)
const dataDir = temporaryFolder('fuzz-database')
await chmod(dataDir, 0o755)
const server = await startEmbedded({ dataDir, log: { ...console, info: () => {} }, unsafe: true })
try {
  const { outcome, sockets, grown } = await run(server.url)
  const { findings, neverSucceeded, slowest, codes } = outcome
  for (const finding of findings) console.log(`\n${JSON.stringify(finding, null, 2)}`)
  for (const { name, fault } of sockets.faults) console.log(`\n${name}: ${fault}`)
  // The codes of calls that never succeeded show what their inputs lack.
  const refusals = neverSucceeded.map(name => [name, Object.fromEntries(codes.get(name) ?? [])])
  const folder = join(import.meta.dirname, '../reports')
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    join(folder, 'fuzz-faults.json'),
    `${JSON.stringify({ seed, findings, sockets: sockets.faults, neverSucceeded: Object.fromEntries(refusals) }, null, 2)}\n`,
  )
  const ok = report('fuzz-figures', [
    { name: 'requests', result: outcome.requests, unit: '', note: `seed ${seed}; ${summarizeCodes(outcome)}` },
    { name: 'calls', result: codes.size, unit: '', note: `without a success: ${neverSucceeded.join(', ') || 'none'}` },
    { name: 'faults of calls', result: findings.length, unit: '', atMost: 0 },
    { name: 'requests of broken HTTP and strange addresses', result: sockets.requests, unit: '' },
    { name: 'faults there', result: sockets.faults.length, unit: '', atMost: 0 },
    { name: 'longest answer', result: slowest.milliseconds, unit: 'ms', note: slowest.call },
    { name: 'memory held at the end, beyond that of the beginning', result: grown, unit: 'MB', atMost: 100 },
  ])
  if (!ok) process.exitCode = 1
} finally {
  await server.stop()
  await removeFolder(dataDir)
}
