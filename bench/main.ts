import { parseArgs } from 'node:util'
import { api } from './api.ts'
import { connections } from './connections.ts'
import { consoles } from './consoles.ts'
import { type Figure, report } from './figures.ts'
import { lines } from './lines.ts'
import { orders } from './orders.ts'
import { pages } from './pages.ts'
import { provider } from './scale/provider.ts'
import { scale } from './scale/scale.ts'
import { start } from './start.ts'
import { web } from './web.ts'

const help = `npm run bench -- <api|web|pages|start|orders|lines|connections|consoles|scale|provider|all> [--seconds 5] [--rounds 3] [--factor 1] [--keep folder] [--connections 20000000]

  api    prerendered pages, a protected list call, the contract's own cost, 50 concurrent logins
  web    the buyer's pages on Lighthouse's slow phone, bytes over the wire
  pages  every public page: valid HTML, axe in light and dark, no heading that ends in a lone character
  start  first and second start, memory when idle
  orders 16 companies that place orders concurrently
  lines  2,000 lines, 50 groups, 20,000 people: the lines that a client may use, 2,000 waiting clients
  connections  the clients' reports and the pages that read them, with 20 million connections (or --connections 2000000)
         against 200,000; 20 million take about 11 GB of disk
  consoles  1,000 open consoles: memory, and how late they show a change
  scale  every list and figure of a company of 100,000 people and 300,000 devices against that of one of 1,000 and 3,000;
         --factor 0.1 makes the large one a tenth of that
  provider  every list of the back office, and of one company's console, with 1,000 companies (100,000 people, 300,000 devices,
         500,000 orders, 2 million rows of logs) against 10 companies; --factor 10 takes ten times as many of both and about
         40 GB of disk; --keep stores the databases in a folder for the next run, to measure a new migration

Each prints its figures, keeps them in reports/bench-<name>.json (scale: reports/scale.json) and fails when a target is missed.`

interface Options {
  seconds: number
  rounds: number
  factor: number
  keep: string | undefined
  connections: number
}

const benches: Record<string, (options: Options) => Promise<Figure[]>> = {
  start,
  api,
  web,
  pages,
  orders,
  lines,
  connections,
  consoles,
  scale,
  provider,
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
    factor: { type: 'string', default: '1' },
    keep: { type: 'string' },
    connections: { type: 'string', default: '20000000' },
    help: { type: 'boolean' },
  },
})
const options: Options = {
  seconds: Number(values.seconds),
  rounds: Number(values.rounds),
  factor: Number(values.factor),
  keep: values.keep,
  connections: Number(values.connections),
}
const [name = ''] = positionals
const chosen = name === 'all' ? Object.keys(benches) : [name]
if (
  values.help ||
  chosen.some(each => !benches[each]) ||
  !(options.seconds >= 1) ||
  !(options.rounds >= 1) ||
  !(options.factor >= 0.02) ||
  !(options.connections >= 200_000)
) {
  console.error(help)
  process.exit(2)
}
for (const each of chosen) {
  const figures = await benches[each]?.(options)
  if (figures && !report(each === 'scale' ? each : `bench-${each}`, figures)) process.exitCode = 1
}
