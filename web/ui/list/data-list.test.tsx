import { act, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { announceCompanyChange } from '#web/data/company-change.ts'
import { newId } from '#web/testing/answers.ts'
import { openPage } from '#web/testing/open-page.tsx'
import { narrow } from './narrow.ts'
import { shownRows } from './shown-rows.ts'

const people = [
  { name: '余知夏', job_number: 'LF033', state: 'active', role: 'employee' },
  { name: '于沐阳', job_number: 'LF032', state: 'active', role: 'employee' },
] as const

const listed = { getCompanyUserList: { list: [...people], total: 2 } }

test('a click beside the name opens the whole row beside the list, with buttons to the other rows', async () => {
  const { user } = openPage('/control/employeetime', listed)
  const list = await screen.findByRole('region', { name: '员工列表' })
  const [first] = await within(list).findAllByText('在职')
  if (first) await user.click(first)
  const peek = await screen.findByRole('dialog')
  // The column is hidden in the list.
  expect(within(peek).getByText('LF033')).toBeTruthy()
  expect(location.pathname).toBe('/control/employeetime')
  await user.click(within(peek).getByRole('button', { name: '下一行' }))
  await within(peek).findByText('LF032')
})

test('the keys of the list work beside the row that is looked at, which j and k move', async () => {
  const { user } = openPage('/control/employeetime', listed)
  await screen.findByRole('link', { name: '余知夏' })
  await user.keyboard('jp')
  const peek = await screen.findByRole('dialog')
  await within(peek).findByText('LF033')
  await user.keyboard('j')
  await within(peek).findByText('LF032')
  expect(document.activeElement?.textContent).toContain('于沐阳')
  await user.keyboard('x')
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: '选择 于沐阳' }).checked).toBe(true)
  await user.keyboard('k')
  await within(peek).findByText('LF033')
  await user.keyboard('{Escape}')
  await expect.poll(() => within(peek).queryByText('LF033')).toBeNull()
})

test('the arrows lead from the search through the rows; Enter shows one whose name leads nowhere', async () => {
  const shop = { platform: 'amazon', state: 'active', owner_name: '', svp_id: null } as const
  const list = ['北美店', '欧洲店'].map((name, at) => ({ ...shop, name, shop_number: `N${at}`, shop_id: newId() }))
  const { user } = openPage('/control/shops', { getShopList: { list, total: 2 } })
  await screen.findByText('欧洲店')
  await user.click(screen.getByRole('searchbox'))
  await user.keyboard('{ArrowDown}{ArrowDown}')
  expect(document.activeElement?.textContent).toContain('欧洲店')
  await user.keyboard('{ArrowUp}{Enter}')
  await within(await screen.findByRole('dialog')).findByText('N0')
})

test('the row beside the list, which closes when it is no longer listed, does not open again by itself', async () => {
  const list = people.map(person => ({ ...person, employee_id: newId() }))
  const all = { list, total: 2 }
  const { user, answers } = openPage('/control/employeetime?state=active', { getCompanyUserList: all })
  await screen.findByRole('link', { name: '余知夏' })
  await user.keyboard('jp')
  await within(await screen.findByRole('dialog')).findByText('LF033')
  answers.getCompanyUserList = ({ state }) => (state ? { list: list.slice(1), total: 1 } : all)
  await act(async () => announceCompanyChange())
  await expect.poll(() => screen.queryByText('LF033')).toBeNull()
  await user.click((await screen.findAllByRole('button', { name: '清除筛选' }))[0] as HTMLElement)
  await screen.findByRole('link', { name: '余知夏' })
  expect(screen.queryByText('LF033')).toBeNull()
})

test('a saved view brings its filters and columns back', async () => {
  const view = { name: '即将到期', query: 'service=ends_soon', columns: { job_number: true }, own: true }
  const { user, calls } = openPage('/control/employeetime', { ...listed, getListViews: { list: [view] } })
  await user.click(await screen.findByRole('button', { name: '视图' }))
  await user.click(await screen.findByRole('button', { name: '即将到期' }))
  await screen.findByRole('columnheader', { name: '工号' })
  expect(location.search).toBe('?service=ends_soon')
  await vi.waitFor(() => expect(calls('getCompanyUserList').at(-1)).toMatchObject({ service: 'ends_soon' }))
})

test('a view that is deleted comes back by Ctrl-Z, unless a field has that key', async () => {
  const view = { name: '即将到期', query: 'service=ends_soon', columns: { job_number: true }, own: true, shared: true }
  const { user, calls } = openPage('/control/employeetime', { ...listed, getListViews: { list: [view] } })
  await user.click(await screen.findByRole('button', { name: '视图' }))
  const remove = await screen.findByRole('button', { name: '删除视图 即将到期' })
  await user.click(remove)
  await screen.findByText('已删除视图“即将到期”')
  const field = screen.getByRole('searchbox')
  field.focus()
  await user.keyboard('{Control>}z{/Control}')
  expect(calls('addListView')).toEqual([])
  field.blur()
  await user.keyboard('{Control>}z{/Control}')
  const { own: _, ...saved } = view
  await expect.poll(() => calls('addListView')).toEqual([{ list: 'employees', ...saved }])
})

test('the current filters and columns are saved under a name, without the page number', async () => {
  const { user, calls } = openPage('/control/employeetime?state=active&page=2', {
    ...listed,
    getListViews: { list: [] },
    addListView: {},
  })
  await user.click(await screen.findByRole('button', { name: '视图' }))
  await user.type(await screen.findByRole('textbox', { name: '视图名称' }), '在职{Enter}')
  await vi.waitFor(() =>
    expect(calls('addListView')[0]).toMatchObject({ list: 'employees', name: '在职', query: 'state=active' }),
  )
})

const devices = { getDeviceList: { list: [], total: 0 } }

test('a search that waits for its last key joins what is filtered meanwhile', async () => {
  const { user, calls } = openPage('/control/deviceManage?audit_state=pending', devices)
  await user.type(await screen.findByRole('searchbox'), '上海')
  await user.click(screen.getByRole('checkbox', { name: '客户端旧版本' }))
  await user.click(screen.getByRole('radio', { name: '全部' }))
  const wanted = { keyword: '上海', outdated: true, page: 1, page_size: 20 }
  await vi.waitFor(() => expect(calls('getDeviceList').at(-1)).toEqual(wanted))
})

test('clearing the filters clears the search that is still being typed, and leaves the queue', async () => {
  const { user } = openPage('/control/deviceManage?audit_state=pending&platform=windows', devices)
  const field = await screen.findByRole('searchbox')
  await user.type(field, '上海')
  await user.click((await screen.findAllByRole('button', { name: '清除筛选' }))[0] as HTMLElement)
  expect(field).toHaveProperty('value', '')
  await new Promise(done => setTimeout(done, 500))
  expect(location.search).toBe('?audit_state=pending')
})

test('the shown rows are exported without checkboxes and actions, with formulas escaped', () => {
  const table = document.createElement('table')
  table.innerHTML = `<tr><td class="table-check"></td><th>名称</th><th>天数</th><td class="table-actions">操作</td></tr>
    <tr><td class="table-check"></td><th>=HYPERLINK("x")</th><td>-3</td><td class="table-actions">删除</td></tr>`
  // jsdom has no layout and no innerText.
  for (const cell of table.querySelectorAll('td, th')) Object.assign(cell, { innerText: cell.textContent })
  expect(shownRows(table)).toBe('\uFEFF"名称","天数"\r\n"\'=HYPERLINK(""x"")","-3"\r\n')
})

test('an exported number that Excel would round or shorten stays a text', () => {
  const table = document.createElement('table')
  table.innerHTML = '<tr><td>202611280000000017</td><td>0086</td><td>0</td><td>13800138000</td><td>¥1,200.00</td></tr>'
  for (const cell of table.querySelectorAll('td')) Object.assign(cell, { innerText: cell.textContent })
  expect(shownRows(table)).toBe('\uFEFF"202611280000000017\t","0086\t","0","13800138000","¥1,200.00"\r\n')
})

test('a list that comes whole is paged', async () => {
  const list = Array.from({ length: 21 }, (_, at) => ({ name: `第${at + 1}人`, duty: 'reader' as const }))
  openPage('/control/employeetime?tab=roles&page=2', { getDutyList: { list } })
  await screen.findByText('第21人')
  expect(screen.queryByText('第1人')).toBeNull()
})

test('a list that comes whole is shown from its last page where the address is past the end', async () => {
  openPage('/control/employeetime?tab=roles&page=2', {
    getDutyList: { list: [{ name: '第1人', duty: 'reader' }], total: 1 },
  })
  await screen.findByText('第1人')
  await vi.waitFor(() => expect(location.search).toBe('?tab=roles'))
})

test('on a phone, where no table has a head, the bar of acts offers the page’s other rows', async () => {
  const media = { addEventListener() {}, removeEventListener() {} }
  vi.stubGlobal('matchMedia', (query: string) => ({ ...media, matches: query === narrow }))
  const { user } = openPage('/control/employeetime', listed)
  await user.click(await screen.findByRole('checkbox', { name: '选择 余知夏' }))
  await user.click(await screen.findByRole('button', { name: '选择本页' }))
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: '选择 于沐阳' }).checked).toBe(true)
  expect(screen.queryByRole('button', { name: '选择本页' })).toBeNull()
})

test('a card on a phone leaves out what a row does not have', async () => {
  const media = { addEventListener() {}, removeEventListener() {} }
  vi.stubGlobal('matchMedia', (query: string) => ({ ...media, matches: query === narrow }))
  const seen = { ...people[1], last_seen_at: '2026-11-20T01:30:00.000Z' }
  openPage('/control/employeetime', {
    getCompanyUserList: { list: [{ ...people[0], last_seen_at: null }, seen], total: 2 },
  })
  await screen.findByRole('link', { name: '余知夏' })
  expect(screen.getAllByText('最近在线')).toHaveLength(1)
})
