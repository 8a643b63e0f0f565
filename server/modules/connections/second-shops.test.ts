import { expect, test } from 'vitest'
import { testPortal } from '#server/testing/portal.ts'
import { connectionWorld } from './connections.fixture.ts'

const portal = await testPortal()
const { make, call } = portal

test('a shop that owns a line is warned of another one that used its address before, also before it is bound', async () => {
  const { company, lineId, sid, shop, client } = await connectionWorld(portal)
  const { id: elsewhere } = await make.line(company, { bound: true })
  const [moved, fresh] = [await shop('搬走的店', 'temu', lineId), await shop('新店', 'temu')]
  const person = await client()
  const conflicts = async () =>
    (await call('getShopConflicts', { svp_id: lineId, platforms: ['temu'], shop_ids: [fresh] }, { sid })).data.list
  expect(await conflicts()).toMatchObject([{ shop_id: moved, is_bound: true, last_at: null }])
  await person.connect(moved)
  // The shop gets another line and another platform, but its former marketplace has seen it at this address.
  await call('setShop', { shop_id: moved, svp_id: elsewhere, platform: 'shein' }, { sid })
  expect(await conflicts()).toMatchObject([{ shop_id: moved, platform: 'temu', name: '搬走的店', is_bound: false }])
  await call('setShop', { shop_id: fresh, svp_id: lineId }, { sid })
  expect((await person.connect(fresh)).findings).toMatchObject([
    { finding: 'second_shop', message: expect.stringContaining('曾由Temu店铺「搬走的店」使用至') },
  ])
  // A shop of another platform is no conflict.
  const other = await call('getShopConflicts', { svp_id: lineId, platforms: ['ebay', 'other'] }, { sid })
  expect(other.data.list).toEqual([])
})

test('where conflicts are refused, a past use by another shop does not keep a shop from its own line', async () => {
  const { company, lineId, sid, shop, client } = await connectionWorld(portal)
  const { id: elsewhere } = await make.line(company, { bound: true })
  const moved = await shop('搬走的店', 'temu', lineId)
  const [person, stranger] = [await client(), await client({ granted: false })]
  await person.connect(moved)
  await call('setShop', { shop_id: moved, svp_id: elsewhere }, { sid })
  const [own, third] = [await shop('本店', 'temu', lineId), await shop('另一家', 'temu')]
  await call('setConnectionSettings', { conflicts: 'refuse' }, { sid })
  expect(await person.connect(own)).toMatchObject({ state: 'open', findings: [{ finding: 'second_shop' }] })
  // A person without a right, another shop, and one of two that are bound there now are refused as before.
  expect((await stranger.connect(own)).state).toBe('refused')
  expect((await person.connect(third)).state).toBe('refused')
  await call('setShop', { shop_id: third, svp_id: lineId }, { sid })
  expect((await person.connect(own)).state).toBe('refused')
})
