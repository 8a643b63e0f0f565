import { expect, test } from 'vitest'
import { testWeb } from '#server/app/site/testing.ts'
import { testDatabase } from '#server/testing/database.ts'
import { Fuzzer } from './fuzz.ts'
import { withFuzzedPortal } from './portal.ts'
import { targets } from './requests.ts'
import { fuzzSockets } from './sockets.ts'

const { url } = await testDatabase()
const web = await testWeb()

// `npm run fuzz` sends many more, and shows the smallest request for each fault.
test('2,500 requests of a known seed, over all calls, and broken HTTP show no fault', async () => {
  const { outcome, sockets } = await withFuzzedPortal({ url, web }, async (portal, written) => ({
    outcome: await new Fuzzer(portal, written, { seed: 20_261_120, requests: 2500 }).run(),
    sockets: await fuzzSockets(portal.app),
  }))
  expect(outcome.findings).toEqual([])
  expect(sockets.faults).toEqual([])
  expect(outcome.codes.size).toBe(targets.length)
  // A run whose every request is refused would find nothing.
  const done = [...outcome.codes.values()].filter(codes => codes.has(200)).length
  expect(done).toBeGreaterThan(100)
}, 600_000)
