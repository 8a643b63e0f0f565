import { act, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { announceCompanyChange } from '#web/data/company-change.ts'
import { newId } from '#web/testing/answers.ts'
import { openOffice } from '#web/testing/open-office.tsx'
import { refuse } from '#web/testing/open-page.tsx'

const ids = [newId(), newId()]

test('what a change of gateways affects is told of the addresses as they are by now, and sent along', async () => {
  let states: ('free' | 'bound')[] = ['free', 'free']
  const { user, calls } = openOffice('/operations/addresses', ['network'], {
    getAddressList: () => ({
      list: ids.map((address_id, at) => ({
        address_id,
        address: `203.0.113.${at}`,
        gateway: 'gw.example.com',
        state: states[at] ?? 'free',
      })),
      total: 2,
    }),
  })
  await screen.findByText('203.0.113.0')
  await user.click(screen.getByRole('checkbox', { name: '选择本页全部' }))
  states = ['free', 'bound']
  await act(async () => announceCompanyChange())
  await screen.findByText('已绑定', { selector: 'td *' })
  await user.click(screen.getByRole('button', { name: '修改网关' }))
  const dialog = within(await screen.findByRole('dialog'))
  dialog.getByText(/其中 1 个正被专线使用/)
  // It also follows the list while it is open.
  states = ['bound', 'bound']
  await act(async () => announceCompanyChange())
  await dialog.findByText(/其中 2 个正被专线使用/)
  await user.click(dialog.getByRole('button', { name: /修\s*改/ }))
  await expect
    .poll(() => calls('setAddressGateway')[0]?.input)
    .toEqual({
      address_ids: ids,
      gateway: 'gw.example.com',
      most_bound: 2,
    })
})

test('when more lines use the addresses than were listed, the dialog tells of them, and they can be changed', async () => {
  const { user, calls } = openOffice('/operations/addresses', ['network'], {
    getAddressList: {
      list: ids.map(address_id => ({ address_id, address: '203.0.113.9', gateway: 'gw.example.com', state: 'free' })),
      total: 2,
    },
    setAddressGateway: ({ most_bound = 0 }) =>
      most_bound < 2 ? refuse(-53020, '没有修改：其中 2 个现在正被专线使用', 2) : { changed: 2 },
  })
  await screen.findAllByText('203.0.113.9')
  await user.click(screen.getByRole('checkbox', { name: '选择本页全部' }))
  await user.click(screen.getByRole('button', { name: '修改网关' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: /修\s*改/ }))
  await dialog.findByText(/其中 2 个正被专线使用，它们的客户端/)
  await user.click(dialog.getByRole('button', { name: /修\s*改/ }))
  await expect
    .poll(() => calls('setAddressGateway').map(({ input }) => input))
    .toMatchObject([{ most_bound: 0 }, { most_bound: 2 }])
})

test('what is taken out of sale is told by state and by stock, whatever page it was selected on', async () => {
  const row = (page: number, index: number) => ({
    ...{ address_id: newId(), address: `203.0.${page}.${index}`, state: index ? ('free' as const) : ('held' as const) },
    ...{ country: '日本', city: page === 1 ? '东京' : '大阪', access_way: '住宅原生 IP' },
  })
  const pages = [1, 2].map(page => [0, 1].map(index => row(page, index)))
  const { user } = openOffice('/operations/addresses?page_size=20', ['network'], {
    getAddressList: ({ page = 1 }) => ({ list: pages[page - 1] ?? [], total: 22 }),
  })
  await screen.findByText('203.0.1.0')
  await user.click(screen.getByRole('checkbox', { name: '选择本页全部' }))
  await user.click(screen.getByRole('button', { name: '下一页' }))
  await screen.findByText('203.0.2.0')
  await user.click(screen.getByRole('checkbox', { name: '选择 203.0.2.1' }))
  await user.click(screen.getByRole('button', { name: '停用' }))
  const dialog = within(await screen.findByRole('dialog', { name: '停用 3 个地址' }))
  dialog.getByText(/保留 1 个、空闲 2 个：日本 东京 住宅原生 IP 2 个、日本 大阪 住宅原生 IP 1 个。不再使用/)
})

test('addresses are copied with one click in the lists of addresses and of lines', async () => {
  const at = { address: '203.0.113.9', state: 'free' as const }
  const { user } = openOffice('/operations/addresses', ['network'], {
    getAddressList: { list: [{ ...at, address_id: newId() }], total: 1 },
    getOperatedLines: { list: [{ ...at, line_id: newId(), state: 'active' }], total: 1 },
  })
  const copied: string[] = []
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async text => void copied.push(text))
  await user.click(await screen.findByRole('button', { name: '复制地址' }))
  await user.click(screen.getByRole('link', { name: '专线' }))
  await screen.findByRole('heading', { level: 1, name: '专线' })
  await user.click(await screen.findByRole('button', { name: '复制地址' }))
  expect(copied).toEqual(['203.0.113.9', '203.0.113.9'])
})

test('the free addresses are told apart from those that are promised already', async () => {
  openOffice('/operations/addresses?state=free', ['network'], {
    getAddressList: {
      list: [{ address: '203.0.113.7', state: 'free' }],
      total: 120,
      stock: { free: 120, reserved: 7 },
    },
  })
  await screen.findByText(/空闲 120 个，其中 7 个已承诺给.*可售 113 个/)
})
