import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { newId } from '#web/testing/answers.ts'
import { openPage, refuse } from '#web/testing/open-page.tsx'
import { savedFiles } from '#web/testing/saved-files.ts'

const shop = {
  shop_id: newId(),
  platform: 'amazon',
  name: '旗舰店',
  shop_number: 'A1',
  owner_name: '',
  state: 'active',
  svp_id: newId(),
  line_name: '东京-01',
  address: '198.18.1.1',
} as const

test('a shop whose number is taken is refused at its field, and saved with another', async () => {
  const { user, calls, answers } = openPage('/control/shops', {
    getShopList: { list: [shop], total: 1 },
    setShop: refuse(-56002, '该平台已有相同编号的店铺'),
  })
  await user.click(await screen.findByRole('button', { name: '修改 亚马逊 旗舰店' }))
  const dialog = within(await screen.findByRole('dialog'))
  const number = dialog.getByLabelText('店铺编号')
  await user.clear(number)
  await user.type(number, 'A2')
  await user.click(dialog.getByRole('button', { name: '保存' }))
  await dialog.findByText('该平台已有相同编号的店铺')
  answers.setShop = { shop_id: shop.shop_id }
  await user.type(number, '3')
  await user.click(dialog.getByRole('button', { name: '保存' }))
  await expect.poll(() => calls('setShop').at(-1)).toMatchObject({ shop_id: shop.shop_id, shop_number: 'A23' })
})

test('filters are kept in the address, and a shop’s line links to its passport', async () => {
  const { calls } = openPage('/control/shops?platform=ebay&unbound=1', { getShopList: { list: [shop], total: 1 } })
  const link = await screen.findByRole('link', { name: '东京-01' })
  expect(link.getAttribute('href')).toBe(`/control/linepassport?svp_id=${shop.svp_id}`)
  expect(calls('getShopList')[0]).toMatchObject({ platform: 'ebay', unbound: true })
})

test('the company chooses between warning and refusal, and sends nothing of the days beside it', async () => {
  const { user, calls } = openPage('/control/shops', {
    getConnectionSettings: { conflicts: 'warn', keep_days: 400 },
  })
  await user.click(await screen.findByText('拒绝连接'))
  await expect.poll(() => calls('setConnectionSettings')).toEqual([{ conflicts: 'refuse' }])
})

test('a line that a shop of the platform is bound to already warns before the second is saved', async () => {
  const other = { ...shop, shop_id: newId(), name: '二店', shop_number: 'B1' }
  const closed = { ...shop, shop_id: newId(), name: '旧店', shop_number: 'C1', state: 'closed' as const }
  const { user, calls } = openPage('/control/shops', {
    getShopList: { list: [shop, other, closed], total: 3 },
    getShopConflicts: {
      list: [
        { ...other, is_bound: true, last_at: null },
        { ...closed, is_bound: false, last_at: '2026-11-20T10:00:00.000Z' },
      ],
    },
  })
  await user.click(await screen.findByRole('button', { name: '修改 亚马逊 旗舰店' }))
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByText('这条专线已绑定 亚马逊 二店；这个地址曾由 亚马逊 旧店 使用至 2026-11-20')
  const input = { platforms: ['amazon'], svp_id: shop.svp_id, shop_ids: [shop.shop_id] }
  expect(calls('getShopConflicts').at(-1)).toEqual(input)
  // The warning does not block saving: the choice is the company's own.
  expect(dialog.getByRole('button', { name: '保存' }).hasAttribute('disabled')).toBe(false)
})

test('selected shops are bound to one line at once, with a warning for two of a platform', async () => {
  const [svp_id, other] = [newId(), { ...shop, shop_id: newId(), name: '二店', shop_number: 'B1', svp_id: null }]
  const { user, calls } = openPage('/control/shops', {
    getShopList: ({ svp_id: of }) => (of ? { list: [], total: 0 } : { list: [shop, other], total: 2 }),
    getCompanyVplList: { list: [{ svp_id, name: '东京-02', state: 'active' }], total: 1 },
    batchSetShop: { changed: 2 },
    getShopConflicts: { list: [{ ...shop, name: '旧店', is_bound: false, last_at: '2026-11-20T10:00:00.000Z' }] },
  })
  for (const box of await screen.findAllByRole('checkbox', { name: /选择 / })) await user.click(box)
  await user.click(screen.getByRole('button', { name: '绑定专线 2 家' }))
  const dialog = within(await screen.findByRole('dialog'))
  // Before a line is chosen no warning about it appears.
  await dialog.findByText('亚马逊 旗舰店、亚马逊 二店，原来的绑定将被替换。')
  expect(dialog.queryByText(/^同一平台的多家店铺/)).toBeNull()
  await user.click(dialog.getByRole('combobox', { name: '专线' }))
  await user.click(await screen.findByTitle(/东京-02/))
  await dialog.findByText('同一平台的多家店铺会绑定同一条专线：亚马逊')
  await dialog.findByText('这个地址曾由 亚马逊 旧店 使用至 2026-11-20')
  await user.click(dialog.getByRole('button', { name: /绑\s*定/ }))
  await expect.poll(() => calls('batchSetShop')).toEqual([{ shop_ids: [shop.shop_id, other.shop_id], svp_id }])
  await screen.findByText('已绑定 2 家店铺')
})

test('a bulk act takes only the shops that it changes, and is disabled where it changes none', async () => {
  const other = { ...shop, shop_id: newId(), name: '二店', shop_number: 'B1', svp_id: null }
  const { user, calls } = openPage('/control/shops', {
    getShopList: { list: [shop, other], total: 2 },
    batchSetShop: { changed: 1 },
  })
  for (const box of await screen.findAllByRole('checkbox', { name: /选择 / })) await user.click(box)
  expect(screen.getByRole('button', { name: '恢复经营' }).hasAttribute('disabled')).toBe(true)
  expect(screen.getByRole('button', { name: '停用 2 家' }).hasAttribute('disabled')).toBe(false)
  await user.click(screen.getByRole('button', { name: '解除绑定 1 家' }))
  const dialog = within(await screen.findByRole('dialog', { name: '解除绑定 1 家店铺' }))
  await dialog.findByText('亚马逊 旗舰店')
  await user.click(dialog.getByRole('button', { name: '解除绑定' }))
  await expect.poll(() => calls('batchSetShop')).toEqual([{ shop_ids: [shop.shop_id], svp_id: null }])
})

test('rows of a sheet that cannot be imported are kept as a file before the others are written', async () => {
  const row = { platform: '亚马逊', name: '旗舰店', shop_number: 'A1', owner_name: '', line_name: '东京-01' }
  const { user, calls } = openPage('/control/shops', {
    previewShopImport: {
      import_id: newId(),
      good: 1,
      bad: 1,
      unread_columns: [{ title: '绑定专线', nearest: '专线' }],
      warnings: [{ row: 2, message: '地址曾由亚马逊店铺「旧店」使用至 2026-11-20' }],
      rows: [
        { ...row, row: 2, problems: [] },
        { ...row, row: 3, shop_number: 'B7', problems: ['没有这条专线'] },
      ],
    },
  })
  const { files: kept, click } = savedFiles()
  await user.click(await screen.findByRole('button', { name: /导入/ }))
  await user.upload(await screen.findByLabelText('店铺表格'), new File(['x'], '店铺.xlsx'))
  await screen.findByText('“绑定专线”（要导入的话，列名请改为“专线”）')
  await screen.findByText('第 2 行：地址曾由亚马逊店铺「旧店」使用至 2026-11-20')
  await user.click(await screen.findByRole('button', { name: '存下有问题的行' }))
  click.mockRestore()
  const text = await kept[0]?.text()
  expect([text?.includes('"3","亚马逊","旗舰店","B7","","东京-01","没有这条专线"'), text?.includes('"2"')]).toEqual([
    true,
    false,
  ])
  await user.click(screen.getByRole('button', { name: '只导入无误的 1 行' }))
  await expect.poll(() => calls('commitShopImport')).toMatchObject([{ good_only: true }])
})
