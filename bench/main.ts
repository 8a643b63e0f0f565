import { parseArgs } from 'node:util'
import { api } from './api.ts'
import { type Figure, report } from './figures.ts'
import { lines } from './lines.ts'
import { orders } from './orders.ts'
import { start } from './start.ts'
import { web } from './web.ts'

const help = `npm run bench -- <api|web|start|orders|lines|all> [--seconds 5] [--rounds 3]

  api    prerendered pages, a protected list call, the contract's own cost, 50 logins at once
  web    the landing page on Lighthouse's slow phone, bytes over the wire
  start  first and second start, memory at rest
  orders 16 companies that place orders at once
  lines  2,000 lines, 50 groups, 20,000 people: the client's question, 2,000 waiting clients

Each prints its figures, keeps them in reports/bench-<name>.json and fails when a target is missed.`

const benches: Record<string, (options: { seconds: number; rounds: number }) => Promise<Figure[]>> = {
  start,
  api,
  web,
  orders,
  lines,
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: 'string', default: '5' }, rounds: { type: 'string', default: '3' } },
})
const options = { seconds: Number(values.seconds), rounds: Number(values.rounds) }
const [name = ''] = positionals
const chosen = name === 'all' ? Object.keys(benches) : [name]
if (chosen.some(each => !benches[each]) || !(options.seconds >= 1) || !(options.rounds >= 1)) {
  console.error(help)
  process.exit(2)
}
for (const each of chosen) {
  const figures = await benches[each]?.(options)
  if (figures && !report(each, figures)) process.exitCode = 1
}
