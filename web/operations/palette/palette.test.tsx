import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openOffice } from '#web/testing/open-office.tsx'

test('the palette offers and asks for what the operator’s roles may see, and nothing else', async () => {
  const page = openOffice('/operations/addresses', ['network'], {
    getAddressList: { list: [{ address: '203.0.113.7', state: 'free' as const }], total: 1 },
    getOperatedLines: { list: [], total: 0 },
  })
  await screen.findAllByText('203.0.113.7')
  await page.user.keyboard('{Control>}k{/Control}')
  const palette = within(await screen.findByRole('dialog', { name: '搜索与命令' }))
  expect(palette.getByRole('option', { name: '地址' })).toBeTruthy()
  expect(palette.queryByRole('option', { name: '退款' })).toBeNull()
  await page.user.type(palette.getByRole('combobox'), '203.0.113')
  await palette.findByRole('option', { name: /203\.0\.113\.7/ })
  expect(page.calls('getAddressList').at(-1)).toMatchObject({ input: { keyword: '203.0.113', page: 1, page_size: 5 } })
  for (const closed of ['getCompanyList', 'getAccountList', 'getSalesOrderList'] as const)
    expect(page.calls(closed)).toEqual([])
})
