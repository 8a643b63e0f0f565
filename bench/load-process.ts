import { text } from 'node:stream/consumers'
import autocannon from 'autocannon'
import type { Job, Load } from './load.ts'

const { url, bodies, headers, connections, duration, rate } = JSON.parse(await text(process.stdin)) as Job

const requestsOf = (each: unknown[]) => each.map(body => ({ method: 'POST' as const, body: JSON.stringify(body) }))

let refused = 0
let clients = 0
const instance = autocannon({
  url,
  connections,
  duration,
  ...(rate && { overallRate: rate }),
  headers: { ...headers, ...(bodies && { 'content-type': 'application/json' }) },
  ...(bodies && { requests: requestsOf(bodies) }),
  // A refusal has status 200, and a fast refusal must not count as an answer. Checking the first bytes costs nothing.
  setupClient: client => {
    if (bodies) {
      // Each connection starts with another body: otherwise all would send the same one at the same time.
      const first = clients % bodies.length
      client.setRequests(requestsOf([...bodies.slice(first), ...bodies.slice(0, first)]))
    }
    clients += 1
    client.on('body', (body: Buffer) => {
      const start = body.subarray(0, 12).toString('latin1')
      if (start.startsWith('{"code":') && start !== '{"code":200,') refused += 1
    })
  },
})

const { requests, latency, non2xx, errors, timeouts } = await instance
const failed = refused + non2xx + errors + timeouts
const result: Load = {
  answered: requests.total - refused - non2xx,
  failed,
  // Autocannon's own average is a mean of whole seconds.
  perSecond: requests.total / duration,
  p50: latency.p50,
  p99: latency.p99,
  max: latency.max,
}
process.stdout.write(JSON.stringify(result))
