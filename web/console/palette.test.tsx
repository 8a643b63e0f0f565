import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { newId } from '#web/testing/answers.ts'
import { openPage } from '#web/testing/open-page.tsx'
import { matching } from '#web/ui/palette/command.ts'

const person = { name: '余知夏', phone: '13800000039', state: 'active', role: 'employee' } as const

test('Ctrl-K finds a person by the name that is typed, and Enter opens them', async () => {
  const { user, calls } = openPage('/control/employeetime', { getCompanyUserList: { list: [person], total: 1 } })
  await screen.findByRole('link', { name: '余知夏' })
  await user.keyboard('{Control>}k{/Control}')
  const palette = await screen.findByRole('dialog', { name: '搜索与命令' })
  await user.type(within(palette).getByRole('combobox'), '知夏')
  const found = await within(palette).findByRole('option', { name: /^余知夏/ })
  expect(calls('getCompanyUserList').at(-1)).toEqual({ keyword: '知夏', page: 1, page_size: 5 })
  expect(found.getAttribute('aria-selected')).toBe('true')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(location.pathname).toBe('/control/employeedetails'))
  expect(screen.queryByRole('dialog', { name: '搜索与命令' })).toBeNull()
})

test('a quick Enter waits for what the whole text finds, and opens nobody found by the letters before', async () => {
  const [before, meant] = [newId(), newId()]
  const { promise, resolve } = Promise.withResolvers<void>()
  const { user } = openPage('/control/orderrecord', {
    async getCompanyUserList({ keyword }) {
      if (keyword === '余') return { list: [{ ...person, employee_id: before, name: '余一' }], total: 1 }
      await promise
      return { list: [{ ...person, employee_id: meant }], total: 1 }
    },
  })
  await screen.findByRole('heading', { level: 1, name: '订单记录' })
  await user.keyboard('{Control>}k{/Control}')
  const field = within(await screen.findByRole('dialog', { name: '搜索与命令' })).getByRole('combobox')
  await user.type(field, '余')
  await screen.findByRole('option', { name: /^余一/ })
  await user.type(field, '知夏{Enter}')
  await screen.findByText('正在查找，找到后打开…')
  expect(location.pathname).toBe('/control/orderrecord')
  resolve()
  await expect.poll(() => location.pathname).toBe('/control/employeedetails')
  expect(location.search).toContain(meant)
})

test('a page is found without a request; arrows select, and a single letter searches nobody', async () => {
  const { user, calls } = openPage('/control/orderrecord')
  await screen.findByRole('heading', { level: 1, name: '订单记录' })
  await user.keyboard('{Control>}k{/Control}')
  const field = within(await screen.findByRole('dialog', { name: '搜索与命令' })).getByRole('combobox')
  await user.type(field, 'x')
  await screen.findByText(
    '没有找到。可以输入员工、设备、专线与地址、专线组、部门、店铺、订单、工单的名称或号码，也可以输入页面的名字。',
  )
  // A search without a match offers a way to continue.
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    '在帮助中心查找“x”',
    '提交工单，向客服提问',
  ])
  await user.clear(field)
  await user.keyboard('{ArrowDown}')
  const options = screen.getAllByRole('option')
  expect(options.map(each => each.getAttribute('aria-selected')).indexOf('true')).toBe(1)
  expect(field.getAttribute('aria-activedescendant')).toBe(options[1]?.id)
  expect(calls('getCompanyUserList')).toEqual([])
})

test('an act is found by the words of its button, although its name has more; what has the very words comes first', () => {
  const commands = ['购买员工时长', '购买虚拟专线', '续费专线', '购买专线的帮助'].map(label => ({ key: label, label }))
  expect(matching(commands, '购买专线').map(({ label }) => label)).toEqual(['购买专线的帮助', '购买虚拟专线'])
})

test('j, k, x and Enter work a list, a click opens a row, Shift selects a range, and typing disables keys', async () => {
  // The search for what is typed below answers with the same people.
  const people = ['余知夏', '于沐阳', '袁清和'].map(name => ({ ...person, employee_id: newId(), name }))
  const { user } = openPage('/control/employeetime', { getCompanyUserList: { list: people, total: 3 } })
  await screen.findByRole('link', { name: '余知夏' })
  await user.keyboard('jjk')
  expect(document.activeElement?.textContent).toContain('余知夏')
  await user.keyboard('x')
  const ticks = screen.getAllByRole('checkbox', { name: /^选择 / })
  expect(ticks.map(each => (each as HTMLInputElement).checked)).toEqual([true, false, false])
  await user.keyboard('x')
  await user.click(ticks[0] as HTMLElement)
  await user.keyboard('{Shift>}')
  await user.click(ticks[2] as HTMLElement)
  await user.keyboard('{/Shift}')
  expect(ticks.map(each => (each as HTMLInputElement).checked)).toEqual([true, true, true])
  const field = screen.getByRole('searchbox')
  await user.keyboard('/')
  expect(document.activeElement).toBe(field)
  await user.keyboard('jx')
  expect(field).toHaveProperty('value', 'jx')
  // Shows the details beside the list, without leaving the list.
  await user.click(screen.getAllByText('13800000039')[1] as HTMLElement)
  await screen.findByRole('dialog')
  expect(location.pathname).toBe('/control/employeetime')
})

test('a row’s menu is operated by arrow keys, and Escape returns the focus', async () => {
  const { user } = openPage('/control/employeetime', { getCompanyUserList: { list: [person], total: 1 } })
  const button = await screen.findByRole('button', { name: '余知夏的更多操作' })
  button.focus()
  await user.keyboard('{ArrowDown}')
  const entries = await screen.findAllByRole('menuitem')
  expect(document.activeElement).toBe(entries[0])
  await user.keyboard('{ArrowUp}')
  expect(document.activeElement).toBe(entries.at(-1))
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('menu')).toBeNull()
  expect(document.activeElement).toBe(button)
})

test('a dialog begins at its field, or at 取消 where something goes away; the focus outlives the row that went', async () => {
  const people = ['余知夏', '于沐阳', '袁清和'].map((name, at) => ({
    ...person,
    name,
    employee_id: `01a21438-e2d1-7f55-849e-00000000000${at}`,
  }))
  let left = people
  const { user, calls } = openPage('/control/employeetime', {
    getCompanyUserList: () => ({ list: left, total: left.length }),
    setCompanyUserService: { employees: 1, cost_days: 90, balance: 10 },
    delCompanyUser: () => {
      left = people.toSpliced(1, 1)
      return { removed: 1 }
    },
  })
  await screen.findByRole('link', { name: '余知夏' })

  await user.keyboard('jxb')
  await waitFor(() =>
    expect(document.activeElement).toBe(within(screen.getByRole('toolbar')).getByRole('button', { name: '分配时长' })),
  )
  await user.keyboard('{Enter}')
  const days = within(await screen.findByRole('dialog')).getByLabelText('每人增加的天数')
  await waitFor(() => expect(document.activeElement).toBe(days))
  await user.keyboard('90')
  // The entered amount is submitted once its preview has arrived.
  await waitFor(() => expect(calls('setCompanyUserService').at(-1)).toMatchObject({ days: 90, preview: true }))
  await waitFor(() => expect(screen.getByRole('button', { name: /^分\s*配$/ })).toHaveProperty('disabled', false))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(calls('setCompanyUserService').at(-1)).not.toHaveProperty('preview'))
  expect(calls('setCompanyUserService').at(-1)).toMatchObject({ days: 90 })

  screen.getByRole('button', { name: '于沐阳的更多操作' }).focus()
  await user.keyboard('{ArrowDown}{End}{Enter}')
  const removal = within(await screen.findByRole('dialog'))
  await waitFor(() => expect(document.activeElement).toBe(removal.getByRole('button', { name: /取\s*消/ })))
  const remove = removal.getByRole('button', { name: '移除 1 人' })
  await waitFor(() => expect(remove).toHaveProperty('disabled', false))
  await user.keyboard('{Tab}{Enter}')
  await waitFor(() => expect(screen.queryByRole('link', { name: '于沐阳' })).toBeNull())
  await waitFor(() => expect(document.activeElement?.textContent).toContain('袁清和'))
})

test('Ctrl-K finds a group of lines, a department and a shop by name, and an act whose words are apart', async () => {
  const [group_id, dept_id] = [newId(), newId()]
  const { user } = openPage('/control/orderrecord', {
    getVplGroupList: { list: [{ group_id, name: '北美店铺' }, { name: '日本店铺' }] },
    getDeptListByCompanyId: { list: [{ dept_id, name: '北美财务部', parent_id: null, sort: 0 }], total: 1 },
    getShopList: { list: [{ name: '北美主店', platform: 'amazon' }], total: 1 },
  })
  await screen.findByRole('heading', { level: 1, name: '订单记录' })
  await user.keyboard('{Control>}k{/Control}')
  const field = within(await screen.findByRole('dialog', { name: '搜索与命令' })).getByRole('combobox')
  await user.type(field, '北美')
  await screen.findByRole('option', { name: /^北美店铺/ })
  await screen.findByRole('option', { name: /^北美主店/ })
  expect(screen.queryByRole('option', { name: /日本店铺/ })).toBeNull()
  await user.click(await screen.findByRole('option', { name: /^北美财务部/ }))
  await waitFor(() => expect(location.pathname + location.search).toBe(`/control/departmentgroup?dept_id=${dept_id}`))
  await user.keyboard('{Control>}k{/Control}')
  await user.type(within(await screen.findByRole('dialog', { name: '搜索与命令' })).getByRole('combobox'), '余额 充值')
  await screen.findByRole('option', { name: '余额充值' })
})

test('Escape closes the palette alone, and the dialog below keeps what was typed', async () => {
  const { user } = openPage('/control/shops')
  await user.click(await screen.findByRole('button', { name: /新建/ }))
  const dialog = await screen.findByRole('dialog', { name: '新建店铺或账号' })
  await user.type(await within(dialog).findByRole('textbox', { name: /名称/ }), '蓝帆')
  await user.keyboard('{Control>}k{/Control}')
  await user.click(within(await screen.findByRole('dialog', { name: '搜索与命令' })).getByRole('combobox'))
  await user.keyboard('{Escape}')
  // A closing dialog removes its fields shortly afterwards.
  await new Promise(done => setTimeout(done, 300))
  expect(screen.getByDisplayValue('蓝帆').closest('[inert]')).toBeNull()
})
