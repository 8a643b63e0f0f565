import { expect, test } from 'vitest'
import { z } from 'zod'
import { testDatabase } from '#server/testing/database.ts'
import { makeOn } from '#server/testing/make.ts'
import type { Place } from './stock.sql.ts'
import { addressesLeft, inLockOrder, reserveAddresses, unreserveAddresses } from './stock.ts'

const { system } = await testDatabase()
const make = makeOn(system)

async function place(count = 0) {
  const [region_id, access_way_id] = [(await make.region()).id, (await make.accessWay()).id]
  const addresses = count ? await make.stock({ regionId: region_id, accessWayId: access_way_id, count }) : []
  return { region_id, access_way_id, addresses }
}
const stockOf = ({ region_id, access_way_id }: Place) =>
  system.row(z.object({ free: z.int(), reserved: z.int() }))`
  select free, reserved from address_stock where region_id = ${region_id} and access_way_id = ${access_way_id}`

test('free addresses are counted through import, change, move and removal', async () => {
  const [first, second] = [await place(5), await place(2)]
  expect([await stockOf(first), await stockOf(second)]).toEqual([
    { free: 5, reserved: 0 },
    { free: 2, reserved: 0 },
  ])
  const [one, two, three] = first.addresses
  await system.change`update ip_address set state = 'held' where id = any(${[one, two]})`
  expect((await stockOf(first))?.free).toBe(3)
  await system.change`update ip_address set state = 'free' where id = ${one}`
  await system.change`update ip_address set gateway = 'other' where region_id = ${first.region_id}`
  expect((await stockOf(first))?.free).toBe(4)
  await system.change`
    update ip_address set region_id = ${second.region_id}, access_way_id = ${second.access_way_id} where id = ${three}`
  expect([(await stockOf(first))?.free, (await stockOf(second))?.free]).toEqual([3, 3])
  await system.change`delete from ip_address where region_id = ${second.region_id}`
  expect(await stockOf(second)).toEqual({ free: 0, reserved: 0 })
  await system.change`delete from ip_address where id = ${two}`
  expect((await stockOf(first))?.free).toBe(3)
})

test('a reserved address cannot be taken by anybody else', async () => {
  const first = await place(2)
  await system.transaction(transaction => reserveAddresses(transaction, [{ ...first, count: 2 }]))
  await expect(system.change`update ip_address set state = 'held' where id = ${first.addresses[0]}`).rejects.toThrow(
    'no_more_than_free',
  )
  await system.transaction(transaction => unreserveAddresses(transaction, [{ ...first, count: 1 }]))
  expect(await system.change`update ip_address set state = 'held' where id = ${first.addresses[0]}`).toBe(1)
  await expect(
    system.transaction(transaction => unreserveAddresses(transaction, [{ ...first, count: 2 }])),
  ).rejects.toThrow('reserved')
})

test('a reservation takes all addresses or none; a shortage reports how many there are', async () => {
  const [plenty, few, none] = [await place(5), await place(1), await place()]
  const reserve = (...demands: (Place & { count: number })[]) =>
    system.transaction(transaction => reserveAddresses(transaction, demands))
  await expect(reserve({ ...plenty, count: 1 }, { ...few, count: 1 }, { ...few, count: 1 })).rejects.toMatchObject({
    code: -49006,
    data: 1,
  })
  await expect(reserve({ ...none, count: 1 })).rejects.toMatchObject({ code: -49006, data: 0 })
  expect([(await stockOf(plenty))?.reserved, (await stockOf(few))?.reserved]).toEqual([0, 0])
  await reserve({ ...plenty, count: 3 }, { ...few, count: 1 })
  const left = await addressesLeft(system, [plenty, few, none])
  expect([left(plenty), left(few), left(none)]).toEqual([2, 0, 0])
})

test('places are locked in a fixed order, each once', () => {
  const [a, b] = [
    { region_id: 'a', access_way_id: 'x', count: 1 },
    { region_id: 'b', access_way_id: 'x', count: 2 },
  ]
  expect(inLockOrder([b, a, b])).toEqual([a, { ...b, count: 4 }])
  expect(inLockOrder([a, b, b])).toEqual(inLockOrder([b, a, b]))
})

test('twenty thousand addresses added at once are counted quickly', async () => {
  const first = await place()
  const began = performance.now()
  await make.stock({ regionId: first.region_id, accessWayId: first.access_way_id, count: 20_000 })
  expect((await stockOf(first))?.free).toBe(20_000)
  // Row by row, this would take some 15 s on an idle machine.
  expect(performance.now() - began).toBeLessThan(10_000)
})
