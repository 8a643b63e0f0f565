import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { newId } from '#web/testing/answers.ts'
import { openOffice } from '#web/testing/open-office.tsx'

test('the palette offers and searches only what the operator’s roles may see', async () => {
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
  for (const closed of ['getCompanyList', 'getAccountList', 'getDeviceMatches', 'getSalesOrderList'] as const)
    expect(page.calls(closed)).toEqual([])
})

test('support finds a ticket by its number, and finance an invoice as well', async () => {
  const ticket = { ticket_id: newId(), subject: '东京专线打不开', number: 'T261123000001', state: 'open' as const }
  const invoice = { title: '苏州听澜', invoice_number: '26312000000000000001', state: 'issued' as const }
  const page = openOffice('/operations/tickets', ['finance'], {
    getSupportTicketList: ({ keyword }) => ({ list: keyword ? [ticket] : [], total: 0 }),
    getInvoiceRequestList: { list: [invoice], total: 1 },
    getCompanyList: { list: [], total: 0 },
    getSalesOrderList: { list: [], total: 0 },
    getSupportTicket: { ...ticket, entries: [] },
    getOwnNoticeList: { list: [] },
  })
  await screen.findByText('还没有工单')
  await page.user.keyboard('{Control>}k{/Control}')
  const palette = within(await screen.findByRole('dialog', { name: '搜索与命令' }))
  await page.user.type(palette.getByRole('combobox'), '2611')
  await palette.findByRole('option', { name: /26312000000000000001/ })
  expect(page.calls('getDeviceMatches')).toEqual([])
  await page.user.click(await palette.findByRole('option', { name: /东京专线打不开/ }))
  await expect.poll(() => location.pathname).toBe(`/operations/tickets/${ticket.ticket_id}`)
})

test.each([
  ['finance', '新建优惠券', '写公告', '/operations/coupons/new'],
  ['content', '写文章', '新建优惠券', '/operations/articles/new'],
  ['auditor', undefined, '确认申请', undefined],
] as const)('%s is offered the acts of their role and no others', async (role, own, other, path) => {
  const { user } = openOffice('/operations/account', [role])
  await screen.findByText('搜索与命令')
  await user.keyboard('{Control>}k{/Control}')
  const palette = within(await screen.findByRole('dialog', { name: '搜索与命令' }))
  palette.getByRole('option', { name: /修改密码/ })
  expect(palette.queryByRole('option', { name: new RegExp(other) })).toBeNull()
  if (!own) return
  await user.click(palette.getByRole('option', { name: own }))
  await expect.poll(() => location.pathname).toBe(path)
})

test('support finds a device of any company and is led to it', async () => {
  const device = {
    device_id: newId(),
    name: '前台的 iMac',
    employee_name: '陈雨桐',
    company_id: newId(),
    company_name: '苏州听澜',
  }
  const page = openOffice('/operations/account', ['support'], {
    getDeviceMatches: ({ keyword }) => ({ list: keyword === '前台' ? [device] : [] }),
    getCompanyOverview: ({ company_id }) => ({ info: { company_id } }),
  })
  await screen.findByText('搜索与命令')
  await page.user.keyboard('{Control>}k{/Control}')
  const palette = within(await screen.findByRole('dialog', { name: '搜索与命令' }))
  await page.user.type(palette.getByRole('combobox'), 'iMac')
  await palette.findByText(
    '没有找到。可以输入企业、账号、专线、地址、订单、发票、工单的名称或号码，设备名称或指纹的开头，也可以输入页面的名字。',
  )
  await page.user.clear(palette.getByRole('combobox'))
  await page.user.type(palette.getByRole('combobox'), '前台')
  await page.user.click(await palette.findByRole('option', { name: '前台的 iMac陈雨桐 · 苏州听澜' }))
  expect(page.calls('getDeviceMatches').at(-1)).toMatchObject({ input: { keyword: '前台' } })
  await expect
    .poll(() => page.calls('getCompanyDevices').at(-1)?.input)
    .toMatchObject({
      company_id: device.company_id,
      keyword: device.name,
    })
  expect(location.pathname).toBe(`/operations/companies/${device.company_id}`)
})
