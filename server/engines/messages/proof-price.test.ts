import { beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '#server/core/config.ts'
import { testDatabase } from '#server/testing/database.ts'
import { untilWindowHolds } from '#server/testing/limit-window.ts'
import {
  cheapestSeconds,
  createCodeProof,
  hasPaid,
  isQuiet,
  loadOf,
  maxPrice,
  priceOf,
  type Sent,
} from './proof-price.ts'

const config = readConfig({})
const { system } = await testDatabase()

test.each([
  // site, network, price
  [0, 0, 1],
  [0.25, 0, 2],
  [0.5, 0, 4],
  [0.75, 0, 8],
  [1, 0, 16],
  [3, 0, 16],
  [0, 0.125, 2],
  [0, 0.25, 4],
  [0, 0.5, 16],
  [0, 1, 16],
  [0.25, 0.25, 8],
])('with %f of the site and %f of the network, a code costs %i proofs', (site, network, price) => {
  expect(priceOf({ site, network })).toBeCloseTo(price)
})

test('the price rises with every message, smoothly, and a network’s own messages raise it faster', () => {
  const steps = Array.from({ length: 1_001 }, (_, step) => step / 1_000)
  for (const [index, share] of steps.slice(1).entries()) {
    const before = steps[index] ?? 0
    const [site, was] = [priceOf({ site: share, network: 0 }), priceOf({ site: before, network: 0 })]
    expect(site).toBeGreaterThan(was)
    expect(site / was).toBeLessThan(1.01)
    if (share < 1) expect(priceOf({ site: 0, network: share })).toBeGreaterThan(site)
  }
})

/** Returns the CPU hours that a whole day's budget costs if requested as codes within the given hours, from enough networks. */
function hoursFor(hours: number, price: (sent: Sent) => number): number {
  const each = config.smsDailyLimit / hours
  let proofs = 0
  for (let day = 0; day < config.smsDailyLimit; day++) {
    const sent = { day, hour: Math.min(day, each), networkHour: 0, networkDay: 0 }
    if (!isQuiet(sent, config)) proofs += price(sent)
  }
  return Math.round((proofs * cheapestSeconds) / 360) / 10
}

test('the cost of using up a day’s budget is as documented in proof-price.ts', () => {
  const now = (sent: Sent) => priceOf(loadOf(sent, config))
  expect([hoursFor(1, now), hoursFor(24, now)]).toEqual([24.4, 9.4])
  // With a single price, as before.
  expect(hoursFor(1, () => 1)).toBe(1.6)
  expect(maxPrice * cheapestSeconds).toBeLessThan(6)
})

describe('a burst of messages', () => {
  beforeEach(async () => {
    await untilWindowHolds()
    await system.change`truncate limit_counter`
  })
  const [address, neighbour, elsewhere] = ['203.0.113.7', '203.0.113.99', '198.51.100.7']
  const unpaid = { proof: undefined, isFree: true }
  const priceFor = async (ip: string) => {
    const { parameters } = await createCodeProof({ config }, system, ip)
    return Number(parameters.data?.price)
  }
  const send = (count: number, network: string) =>
    system.change`
      insert into limit_counter as counter (key, window_start, hits)
      select key, date_bin(make_interval(secs => seconds), now(), timestamptz '2000-01-01 00:00:00+08'), ${count}::integer
      from (values ('sms:site:all', 86400), ('sms:site:code:hour', 3600), (${`sms:network:code:${network}`}, 3600))
        as wanted (key, seconds)
      on conflict (key, window_start) do update set hits = counter.hits + excluded.hits`

  test('from one /24 raises its price, and hardly others’', async () => {
    expect([await priceFor(address), await priceFor(elsewhere)]).toEqual([1, 1])
    await send(150, '203.0.113.0/24')
    expect([await priceFor(address), await priceFor(neighbour)]).toEqual([maxPrice, maxPrice])
    const others = await priceFor(elsewhere)
    expect(others).toBeGreaterThan(1)
    expect(others).toBeLessThan(1.25)
    expect([await hasPaid(system, config, address, unpaid), await hasPaid(system, config, elsewhere, unpaid)]).toEqual([
      false,
      true,
    ])
  })

  test('from everywhere raises everybody’s price', async () => {
    for (let network = 0; network < 25; network++) await send(50, `192.0.${network}.0/24`)
    const price = await priceFor(elsewhere)
    expect(price).toBeGreaterThan(3)
    expect(price).toBeLessThan(5)
    expect(await hasPaid(system, config, elsewhere, unpaid)).toBe(false)
  })

  test('weighs less as its hour passes, without a step at the next hour', async () => {
    await send(150, '203.0.113.0/24')
    await system.change`update limit_counter set window_start = now() - interval '90 minutes'`
    const later = await priceFor(address)
    expect(later).toBeGreaterThan(1.5)
    expect(later).toBeLessThan(maxPrice)
    await system.change`update limit_counter set window_start = now() - interval '49 hours'`
    expect(await priceFor(address)).toBe(1)
  })
})
