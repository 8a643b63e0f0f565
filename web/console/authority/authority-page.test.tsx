import { cleanup, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { announceCompanyChange } from '#web/data/company-change.ts'
import { invalidateAnswers } from '#web/data/remembered.ts'
import { session } from '#web/data/session.ts'
import { newId } from '#web/testing/answers.ts'
import { openPage, refuse } from '#web/testing/open-page.tsx'

test('a group name already in use is refused at the field, keeping what was typed', async () => {
  const { user } = openPage('/control/authoritymanagement', {
    getVplGroupList: { list: [{ name: '美国店铺' }] },
    setVplGroup: refuse(-52011, '已有同名的专线组'),
  })
  await user.click(await screen.findByRole('button', { name: /新建专线组$/ }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('textbox', { name: '组名' }), '美国店铺')
  await user.type(dialog.getByRole('textbox', { name: '备注（选填）' }), '不丢失')
  await user.click(dialog.getByRole('button', { name: '新建' }))
  const name = dialog.getByRole('textbox', { name: '组名' })
  await expect.poll(() => name.getAttribute('aria-invalid')).toBe('true')
  await dialog.findByText('已有同名的专线组')
  expect(dialog.getByRole('textbox', { name: '备注（选填）' })).toHaveProperty('value', '不丢失')
})

test('of many groups one is found by its name, and by the keys of a list', async () => {
  const list = Array.from({ length: 9 }, (_, at) => ({ group_id: newId(), name: `店铺${at + 1}` }))
  const { user } = openPage('/control/authoritymanagement', { getVplGroupList: { list } })
  const groups = await screen.findByRole('navigation', { name: '专线组' })
  await user.type(within(groups).getByRole('searchbox', { name: '搜索专线组' }), '铺7{Enter}')
  expect(
    within(groups)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual([expect.stringContaining('店铺7')])
  await user.click(document.body)
  await user.keyboard('j{Enter}')
  await expect.poll(() => location.search).toBe(`?group=${list[6]?.group_id}`)
})

test('the search of groups stays while it hides some, and ends where a group that it hides is opened', async () => {
  const list = Array.from({ length: 9 }, (_, at) => ({ group_id: newId(), name: `店铺${at + 1}` }))
  const { user, answers } = openPage('/control/authoritymanagement', {
    getVplGroupList: { list },
    setVplGroup: { group_id: newId() },
  })
  const groups = within(await screen.findByRole('navigation', { name: '专线组' }))
  await user.type(groups.getByRole('searchbox', { name: '搜索专线组' }), '铺7{Enter}')
  answers.getVplGroupList = { list: list.slice(2) }
  await user.click(screen.getByRole('button', { name: /新建专线组$/ }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('textbox', { name: '组名' }), '美国')
  await user.click(dialog.getByRole('button', { name: '新建' }))
  await expect.poll(() => groups.getAllByRole('button').length).toBe(7)
  expect(groups.queryByRole('searchbox')).toBeNull()
})

test('a grant gets hours and an end, and the list says so', async () => {
  const [group_id, employee_id] = [crypto.randomUUID(), crypto.randomUUID()]
  const until = '2126-11-30T10:00:00.000Z'
  const { user, calls } = openPage('/control/authoritymanagement', {
    getVplGroupList: { list: [{ group_id, name: '美国店铺' }] },
    getVplGroupDetail: {
      group_id,
      name: '美国店铺',
      departments: [],
      employees: [{ employee_id, name: '陈雨桐', until, hours: null }],
    },
    planAccess: {
      retimed: { people: 1, list: [{ name: '陈雨桐', lines: 1, line_names: ['东京-01'], times: '周末全天' }] },
    },
  })
  await screen.findByText('2126-11-30 18:00 止')
  await user.click(await screen.findByRole('button', { name: '调整授权' }))
  await user.click(await screen.findByRole('button', { name: '设定陈雨桐的期限与时段' }))
  await user.click(await screen.findByRole('button', { name: '工作日 9–18 点' }))
  await screen.findByText('周一至周五 09:00–18:00，2126-11-30 18:00 止')
  await user.click(screen.getByRole('button', { name: '周三' }))
  await screen.findByText(/人的使用期限或时段改变/)
  await screen.findByText(/陈雨桐（东京-01，周末全天）/)
  const save = screen.getByRole('button', { name: '保存' })
  await expect.poll(() => save.hasAttribute('disabled')).toBe(false)
  await user.click(save)
  await expect.poll(() => calls('setVplGroupMembers')).toHaveLength(1)
  // Other members and their times are not sent, because another manager may have changed them meanwhile.
  expect(calls('setVplGroupMembers')[0]).toEqual({
    group_id,
    times: [{ id: employee_id, until, hours: '1245 09:00-18:00' }],
  })
})

test('the limits of a grant are reached by keyboard, and Escape leads back to their button, not out of the dialog', async () => {
  const [group_id, dept_id] = [newId(), newId()]
  const person = (name: string) => ({ employee_id: newId(), name, until: null, hours: null })
  const { user } = openPage('/control/authoritymanagement', {
    getVplGroupList: { list: [{ group_id, name: '美国店铺' }] },
    getVplGroupDetail: {
      group_id,
      name: '美国店铺',
      departments: [{ dept_id, until: null, hours: null }],
      employees: [person('陈雨桐'), person('李四')],
    },
    planAccess: {
      retimed: {
        people: 1,
        list: [{ name: '陈雨桐', lines: 1, line_names: ['东京-01'], times: '2126-11-30 18:00 止' }],
      },
    },
  })
  await user.click(await screen.findByRole('button', { name: '调整授权' }))
  const button = await screen.findByRole('button', { name: '设定陈雨桐的期限与时段' })
  button.focus()
  await user.keyboard('{Enter}')
  const end = await screen.findByLabelText('到期时间（选填）')
  await expect.poll(() => document.activeElement).toBe(end)
  await user.keyboard('2126-11-30{Enter}')
  await screen.findByText('2126-11-30 18:00 止')
  // The dialog asks for the plan again, and leaves the focus in the window above it.
  await screen.findByText(/人的使用期限或时段改变/)
  expect(document.activeElement).toBe(end)
  // The first Escape is the calendar's.
  await user.keyboard('{ArrowDown}{Escape}')
  await expect.poll(() => document.querySelector('.ant-picker-dropdown:not(.ant-picker-dropdown-hidden)')).toBeNull()
  expect(document.activeElement).toBe(end)
  const usual = screen.getByRole('button', { name: '工作日 9–18 点' })
  usual.focus()
  await user.keyboard('{Enter}')
  await screen.findByText(/^周一至周五 09:00–18:00/)
  expect(document.activeElement).toBe(usual)
  await user.keyboard('{Escape}')
  await expect.poll(() => document.activeElement).toBe(button)
  screen.getByRole('dialog', { name: /调整授权/ })
})

test('the members are adjusted from what the group holds when the dialog opens', async () => {
  const [group_id, chen, li, wang, dept_id] = [newId(), newId(), newId(), newId(), newId()]
  const person = (employee_id: string, name: string) => ({ employee_id, name, until: null, hours: null })
  const group = { group_id, name: '美国店铺', departments: [{ dept_id, until: null, hours: null }] }
  const { user, answers, calls } = openPage('/control/authoritymanagement', {
    getVplGroupList: { list: [{ group_id, name: '美国店铺' }] },
    getVplGroupDetail: { ...group, employees: [person(chen, '陈雨桐')] },
    getCompanyUserList: { list: [{ employee_id: wang, name: '王芳' }], total: 1 },
  })
  const adjust = await screen.findByRole('button', { name: '调整授权' })
  // Another manager adds 李四, which this page does not know.
  invalidateAnswers()
  answers.getVplGroupDetail = { ...group, employees: [person(chen, '陈雨桐'), person(li, '李四')] }
  await user.click(adjust)
  const dialog = within(await screen.findByRole('dialog', { name: /^调整授权/ }))
  await dialog.findByRole('button', { name: '设定李四的期限与时段' })
  const save = dialog.getByRole<HTMLButtonElement>('button', { name: '保存' })
  // Nothing is changed yet.
  expect(save.disabled).toBe(true)
  await user.click(dialog.getByLabelText('单独授权的员工'))
  await user.click(await screen.findByTitle('王芳'))
  await expect.poll(() => save.disabled).toBe(false)
  await user.click(save)
  await expect.poll(() => calls('setVplGroupMembers')).toEqual([{ group_id, add_employee_ids: [wang] }])
})

test('a link to a group that was deleted says so instead of opening another one', async () => {
  const [gone, other] = [newId(), newId()]
  const { calls } = openPage(`/control/authoritymanagement?group=${gone}`, {
    getVplGroupList: { list: [{ group_id: other, name: '日本店铺' }] },
    getVplGroupDetail: ({ group_id }) =>
      group_id === gone ? refuse(-52010, '专线组不存在') : { group_id, name: '日本店铺' },
  })
  await screen.findByText('这个专线组已被删除或不存在，请从列表另选一个。')
  // A retry could never succeed.
  expect(screen.queryByRole('button', { name: '重试' })).toBeNull()
  expect(screen.getByRole('button', { name: /日本店铺/ }).getAttribute('aria-current')).toBeNull()
  expect(calls('getVplGroupDetail')).toEqual([{ group_id: gone }])
})

test('neither a late answer nor an undo leads away from the group that is looked at by then', async () => {
  const [one, other, activity_id] = [newId(), newId(), newId()]
  let answer: (value: object) => void = () => {}
  const { user, calls } = openPage(`/control/authoritymanagement?group=${one}`, {
    getVplGroupList: {
      list: [
        { group_id: one, name: '美国店铺' },
        { group_id: other, name: '日本店铺' },
      ],
    },
    getVplGroupDetail: ({ group_id }) => ({ group_id, name: group_id === one ? '美国店铺' : '日本店铺' }),
    deleteVplGroup: () =>
      new Promise<object>(resolve => {
        answer = resolve
      }),
    undoActivity: {},
  })
  await user.click(await screen.findByRole('button', { name: /删\s*除/ }))
  const dialog = within(await screen.findByRole('dialog'))
  const confirm = dialog.getByRole<HTMLButtonElement>('button', { name: /删\s*除/ })
  await expect.poll(() => confirm.disabled).toBe(false)
  await user.click(confirm)
  await user.click(screen.getByRole('button', { name: /^日本店铺/ }))
  expect(location.search).toBe(`?group=${other}`)
  answer({ group_id: one, activity_id })
  await user.click(await screen.findByRole('button', { name: '撤销' }))
  await expect.poll(() => calls('undoActivity')).toEqual([{ activity_id }])
  await screen.findByText('已撤销')
  expect(location.search).toBe(`?group=${other}`)
})

test('all lines matching a search can be selected at once', async () => {
  const group_id = crypto.randomUUID()
  const lines = ['东京-01', '东京-02', '洛杉矶-01', '东京-03'].map((name, index) => ({
    svp_id: crypto.randomUUID(),
    name,
    country: '',
    city: name.slice(0, 2),
    address: null,
    remark: '',
    ...(index === 1 && { state: 'suspended' as const, suspend_reason: '退款处理中' }),
  }))
  const { user, calls } = openPage('/control/authoritymanagement', {
    getVplGroupList: { list: [{ group_id, name: '日本店铺' }] },
    getVplGroupDetail: { group_id, name: '日本店铺', lines: lines.slice(2, 3), departments: [], employees: [] },
    getCompanyVplList: { list: lines, total: lines.length },
  })
  await user.click(await screen.findByRole('button', { name: '调整专线' }))
  const dialog = within(await screen.findByRole('dialog'))
  const choice = dialog.getByRole('combobox', { name: /^专线/ })
  await user.type(choice, '东京')
  await screen.findByText('东京-02 · 东京，已暂停（退款处理中）')
  await user.click(await screen.findByRole('button', { name: '选入查到的 3 条' }))
  const save = dialog.getByRole('button', { name: '保存' })
  await expect.poll(() => save.hasAttribute('disabled')).toBe(false)
  await user.click(save)
  await expect.poll(() => calls('setVplGroupLines')).toHaveLength(1)
  const tokyo = lines.filter(({ city }) => city === '东京').map(({ svp_id }) => svp_id)
  // The line that is already in the group is not sent: another manager may remove it meanwhile.
  expect(calls('setVplGroupLines')[0]).toEqual({ group_id, add_svp_ids: tokyo })
})

test('lines that could not be read are read again in the dialog, which keeps what was chosen', async () => {
  const [group_id, own, other] = [newId(), newId(), newId()]
  const { user, answers } = openPage('/control/authoritymanagement', {
    getVplGroupList: { list: [{ group_id, name: '日本店铺' }] },
    getVplGroupDetail: { group_id, name: '日本店铺', lines: [{ svp_id: own, name: '东京-01', city: '东京' }] },
    getCompanyVplList: refuse(503, '服务繁忙'),
  })
  await user.click(await screen.findByRole('button', { name: '调整专线' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect((await dialog.findByRole('alert')).textContent).toContain('服务繁忙')
  answers.getCompanyVplList = { list: [{ svp_id: other, name: '洛杉矶一号', city: '洛杉矶' }], total: 1 }
  await user.click(dialog.getByRole('button', { name: '重试' }))
  await user.click(dialog.getByRole('combobox', { name: '专线（已选 1 条）' }))
  await user.click(await screen.findByTitle(/洛杉矶一号/))
  await dialog.findByText('专线（已选 2 条）')
  expect(dialog.queryByRole('alert')).toBeNull()
})

test('the selection in a group’s dialog survives a reload until it is discarded', async () => {
  const [group_id, employee_id, svp_id] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
  const open = async (button: string) => {
    cleanup()
    localStorage.setItem('token', 'x'.repeat(43))
    session.setPhone('13800000001')
    const page = openPage('/control/authoritymanagement', {
      getVplGroupList: { list: [{ group_id, name: '美国店铺' }] },
      getVplGroupDetail: { group_id, name: '美国店铺' },
      getCompanyUserList: { list: [{ employee_id, name: '陈雨桐' }], total: 1 },
      getCompanyVplList: { list: [{ svp_id, name: '洛杉矶一号', city: '洛杉矶' }], total: 1 },
    })
    await page.user.click(await screen.findByRole('button', { name: button }))
    return { ...page, dialog: within(await screen.findByRole('dialog')) }
  }
  for (const [button, label, choice] of [
    ['调整授权', '单独授权的员工', '陈雨桐'],
    ['调整专线', /^专线（已选/, /洛杉矶一号/],
  ] as const) {
    const first = await open(button)
    await first.user.click(first.dialog.getByLabelText(label))
    await first.user.click(await screen.findByTitle(choice))
    const again = await open(button)
    await again.dialog.findByText(/已恢复上次没有提交的内容/)
    expect(again.dialog.getAllByText(choice).length).toBeGreaterThan(0)
    await again.user.click(again.dialog.getByRole('button', { name: /取\s*消/ }))
    expect((await open(button)).dialog.queryByText(/已恢复上次/)).toBeNull()
  }
})

test('the open group follows what another manager changes, as the list beside it does', async () => {
  const group_id = newId()
  const { answers } = openPage('/control/authoritymanagement', {
    getVplGroupList: { list: [{ group_id, name: '美国店铺' }] },
    getVplGroupDetail: { group_id, name: '美国店铺', employees: [{ employee_id: newId(), name: '陈雨桐' }] },
  })
  await screen.findByRole('link', { name: '陈雨桐' })
  answers.getVplGroupDetail = { group_id, name: '美国店铺' }
  announceCompanyChange()
  await screen.findByText(/还没有授权给任何部门或员工/)
  expect(screen.queryByRole('link', { name: '陈雨桐' })).toBeNull()
})
