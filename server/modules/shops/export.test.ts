import { expect, test } from 'vitest'
import { shopFields, shopImport } from '#contract/connection-names.ts'
import { readFirstSheet } from '#server/engines/sheets/sheets.ts'
import { testPortal } from '#server/testing/portal.ts'

const { app, make, call } = await testPortal()

test('the shops that the filter matches are exported, of the own company alone, as a sheet that can be imported', async () => {
  const [company, other] = [await make.company(), await make.company()]
  const [sid, theirs] = [await make.session(company.owner.account), await make.session(other.owner.account)]
  const { id: svp_id } = await make.line(company, { bound: true, name: '东京-01' })
  const shop = { platform: 'amazon' as const, name: '一店', shop_number: 'A1' }
  await call('setShop', { ...shop, svp_id }, { sid })
  await call('setShop', { ...shop, platform: 'ebay', name: '二店' }, { sid })
  await call('setShop', { ...shop, name: '别家的店' }, { sid: theirs })

  const { code, data } = await call('exportShops', { platform: 'amazon' }, { sid })
  expect([code, data.rows]).toEqual([200, 1])
  const { rawPayload } = await app.inject({ url: data.url })
  const reading = await readFirstSheet('owner', rawPayload, 100)
  if ('problem' in reading) throw new Error(reading.problem)
  const [headings = [], ...rows] = reading.rows
  expect(headings.slice(0, shopImport.length)).toEqual(shopImport.map(name => shopFields[name].label))
  expect(rows.map(row => row.slice(1, 5))).toEqual([['一店', 'A1', '', '东京-01']])
})
