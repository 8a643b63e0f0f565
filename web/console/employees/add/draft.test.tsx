import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { forgetAnswers } from '#web/data/remembered.ts'
import { session } from '#web/data/session.ts'
import { newId } from '#web/testing/answers.ts'
import { userInfo } from '#web/testing/browser.ts'
import { openPage } from '#web/testing/open-page.tsx'

const [self, another] = [newId(), newId()]
const open = (account_id = self) => {
  // Simulates the state after a login.
  localStorage.setItem('token', 'x'.repeat(43))
  const user_info = { ...userInfo, account_id }
  session.setUserInfo(user_info)
  return openPage('/control/addemployee', {
    addCompanyUser: { added: 1, results: [] },
    wGetUserInfo: { user_status: 1, user_info },
  })
}
const typed = async () => (await screen.findByLabelText<HTMLInputElement>('姓名')).value

async function type() {
  const { user } = open()
  await user.type(await screen.findByLabelText('手机号'), '13900001111')
  await user.type(screen.getByLabelText('姓名'), '王芳')
  return user
}
/** Simulates a reload: the storage remains, the page's state is lost. */
const again = (account_id?: string) => {
  cleanup()
  open(account_id)
}

test('a draft survives a reload and the end of the session, and is deleted once sent', async () => {
  await type()
  session.invalidate()
  again()
  expect(await typed()).toBe('王芳')
  cleanup()
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: '添加员工' }))
  await expect.poll(() => location.pathname).toBe('/control/employeetime')
  again()
  expect(await typed()).toBe('')
})

test('what applies to all rows comes back with them, says so, and is cleared with them', async () => {
  sessionStorage.clear()
  const user = await type()
  await user.click(screen.getByLabelText('同时发送邀请短信'))
  await user.click(screen.getByLabelText(/访客期限/))
  await user.click(await screen.findByText('7 天后'))
  await user.type(screen.getByLabelText('为每人预留时长（选填）'), '5')
  again()
  await screen.findByText(/已恢复上次没有提交的内容/)
  expect(screen.getByLabelText<HTMLInputElement>('同时发送邀请短信').checked).toBe(false)
  expect(screen.getByLabelText<HTMLInputElement>('为每人预留时长（选填）').value).toBe('5')
  cleanup()
  const { user: next, calls } = open()
  await next.click(await screen.findByRole('button', { name: '添加员工' }))
  await expect.poll(() => calls('addCompanyUser')).toHaveLength(1)
  const [sent] = calls('addCompanyUser')
  expect(sent).toMatchObject({ invite: false, reserve_days: 5 })
  expect(sent?.employees[0]?.guest_until).toMatch(/^\d{4}-/)
  cleanup()
  await type()
  again()
  await userEvent.click(await screen.findByRole('button', { name: '清空' }))
  expect(await typed()).toBe('')
  again()
  await typed()
  expect(screen.queryByText(/已恢复上次没有提交的内容/)).toBeNull()
})

test('a department that people are added to is the last row’s, below what was not sent, and both ways keep it', async () => {
  await type()
  cleanup()
  forgetAnswers()
  const dept_id = newId()
  const { user, calls } = openPage(`/control/addemployee?dept_id=${dept_id}`, {
    getDeptListByCompanyId: { list: [{ dept_id, name: '北美站组', parent_id: null }] },
    addCompanyUser: { added: 2, results: [] },
    wGetUserInfo: { user_status: 1, user_info: { ...userInfo, account_id: self } },
  })
  await screen.findByText('上次没有发出的 1 行还在，最后一行的部门已选好。')
  const [, phone] = screen.getAllByLabelText('手机号')
  expect(document.activeElement).toBe(phone)
  await user.click(screen.getByRole('link', { name: '表格导入' }))
  await screen.findByLabelText('员工表格')
  await user.click(screen.getByRole('link', { name: '逐个填写' }))
  await screen.findAllByText('北美站组')
  const [, again] = screen.getAllByLabelText('手机号')
  const [, name] = screen.getAllByLabelText('姓名')
  await user.type(again as HTMLElement, '13900002222')
  await user.type(name as HTMLElement, '李雷')
  await user.click(screen.getByRole('button', { name: '添加 2 名员工' }))
  await expect
    .poll(() => calls('addCompanyUser')[0]?.employees)
    .toMatchObject([
      { name: '王芳', dept_id: null },
      { name: '李雷', dept_id },
    ])
})

test.each(['abc', newId()])('the department %s, which does not exist, is not shown by its id', async dept_id => {
  openPage(`/control/addemployee?dept_id=${dept_id}`, {
    getDeptListByCompanyId: { list: [{ dept_id: newId(), name: '北美站组', parent_id: null }] },
  })
  await screen.findByText(dept_id === 'abc' ? '未分配部门' : '已不存在的部门')
  expect(screen.queryByText(dept_id)).toBeNull()
})

test('signing out deletes the draft, and another person does not see it', async () => {
  await type()
  session.forget()
  again()
  expect(await typed()).toBe('')
  cleanup()
  await type()
  session.invalidate()
  again(another)
  expect(await typed()).toBe('')
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('王芳')
})

test('what a person is given besides begins at its first field, although its button goes away', async () => {
  sessionStorage.clear()
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: '各人另给时长、设备上限与专线组' }))
  await expect.poll(() => document.activeElement).toBe(screen.getByLabelText('时长（天）'))
})

test('rows copied from a sheet keep the columns beyond the position, by the names of departments and groups', async () => {
  sessionStorage.clear()
  const [dept_id, group_id] = [newId(), newId()]
  const { user, calls } = openPage('/control/addemployee', {
    getDeptListByCompanyId: { list: [{ dept_id, name: '北美站组', parent_id: null }] },
    getVplGroupList: { list: [{ group_id, name: '欧洲店铺' }] },
    addCompanyUser: { added: 2, results: [] },
  })
  await user.click(await screen.findByLabelText('手机号'))
  await user.paste(
    [
      '手机号\t姓名\t部门\t时长（天）\t设备上限\t专线组\t角色',
      '13900001111\t王芳\t北美站组\t30\t2\t欧洲店铺\t员工',
      '13900002222\t李雷\t\t\t\t\t员工',
    ].join('\n'),
  )
  await screen.findByText('没有填入的列：角色。')
  await user.click(await screen.findByRole('button', { name: '添加 2 名员工' }))
  await expect
    .poll(() => calls('addCompanyUser')[0]?.employees)
    .toEqual([
      { phone: '13900001111', name: '王芳', dept_id, days: 30, device_limit: 2, group_ids: [group_id] },
      { phone: '13900002222', name: '李雷', dept_id: null },
    ])
})

test('what is typed while rows are being sent stays, with those that were refused', async () => {
  sessionStorage.clear()
  const { promise, resolve } = Promise.withResolvers<void>()
  const { user, calls, answers } = openPage('/control/addemployee', {
    async addCompanyUser({ employees }) {
      await promise
      return { added: 1, results: employees.map(({ phone }) => ({ phone, problem: null })) }
    },
  })
  await user.type(await screen.findByLabelText('手机号'), '13900001111')
  await user.type(screen.getByLabelText('姓名'), '王芳{Enter}')
  await expect.poll(() => calls('addCompanyUser').length).toBe(1)
  await user.click(screen.getByRole('button', { name: /再加一行/ }))
  const [, second] = screen.getAllByLabelText('姓名')
  await user.type(second as HTMLElement, '李雷')
  resolve()
  await screen.findByText('已邀请 1 人，待本人同意；之后填写的 1 行还没有添加')
  expect(location.pathname).toBe('/control/addemployee')
  expect(screen.getAllByLabelText<HTMLInputElement>('姓名').map(({ value }) => value)).toEqual(['李雷'])
  answers.addCompanyUser = { added: 1, results: [] }
  await user.type(screen.getByLabelText('手机号'), '13900002222{Enter}')
  await expect.poll(() => location.pathname).toBe('/control/employeetime')
})

test('the focus goes to a row that is added, and to the one that takes the place of a deleted one', async () => {
  sessionStorage.clear()
  const { user } = openPage('/control/addemployee')
  const focused = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.id.split('-')[0]
  const rowOf = () => document.activeElement?.closest('li')?.getAttribute('aria-label')
  await user.type(await screen.findByLabelText('手机号'), '13900001111')
  for (const row of ['第 2 行', '第 3 行']) {
    screen.getByRole('button', { name: /再加一行/ }).focus()
    await user.keyboard('{Enter}')
    await expect.poll(rowOf).toBe(row)
    expect(focused()).toBe('phone')
  }
  screen.getByRole('button', { name: '删除第 3 行' }).focus()
  await user.keyboard('{Enter}')
  await expect.poll(focused).toBe('删除第 2 行')
  await user.keyboard('{Enter}')
  // The last row cannot be deleted.
  await expect.poll(focused).toBe('phone')
})

test('a number that cannot be read is refused at its field, not taken for a blank', async () => {
  const user = await type()
  const reserved = screen.getByLabelText('为每人预留时长（选填）')
  await user.type(reserved, '2.5')
  await user.click(screen.getByRole('button', { name: '添加员工' }))
  await screen.findByText(/^请输入 1 到 3,650 天，或留空/)
  await user.clear(reserved)
  await user.click(screen.getByRole('button', { name: '各人另给时长、设备上限与专线组' }))
  await user.type(await screen.findByLabelText(/^时长/), '两周')
  await user.click(screen.getByRole('button', { name: '添加员工' }))
  await screen.findByText(/^请输入 1 到 3,650 天，或留空/)
  expect(location.pathname).toBe('/control/addemployee')
  expect(screen.getByLabelText<HTMLInputElement>(/^时长/).value).toBe('两周')
})

/** Sends one row, whose answer `resolve` brings. */
async function sendSlowly() {
  sessionStorage.clear()
  const { promise, resolve } = Promise.withResolvers<{ added: number; results: [] }>()
  const { user, answers, calls } = open()
  Object.assign(answers, { addCompanyUser: () => promise })
  await user.type(await screen.findByLabelText('手机号'), '13900001111')
  await user.type(screen.getByLabelText('姓名'), '王芳')
  await user.click(screen.getByRole('button', { name: '添加员工' }))
  await expect.poll(() => calls('addCompanyUser')).toHaveLength(1)
  const go = async (page: string, path: string) => {
    const [link] = await screen.findAllByRole('link', { name: page })
    if (link) await user.click(link)
    await expect.poll(() => location.pathname).toBe(path)
  }
  return { user, go, answer: () => resolve({ added: 1, results: [] }) }
}

test('who has gone to another page when the answer comes stays there', async () => {
  const { go, answer } = await sendSlowly()
  await go('部门', '/control/departmentgroup')
  await screen.findByRole('heading', { name: '部门' })
  answer()
  await screen.findByText(/已邀请 1 人/)
  expect(location.pathname).toBe('/control/departmentgroup')
  again()
  expect(await typed()).toBe('')
})

test('who has come back when the answer comes loses nothing written since', async () => {
  const { user, go, answer } = await sendSlowly()
  await go('部门', '/control/departmentgroup')
  await screen.findByRole('heading', { name: '部门' })
  await go('添加员工', '/control/addemployee')
  await user.type(await screen.findByLabelText('职位'), '运营')
  answer()
  await screen.findByText(/已邀请 1 人/)
  expect(location.pathname).toBe('/control/addemployee')
  again()
  expect((await screen.findByLabelText<HTMLInputElement>('职位')).value).toBe('运营')
})
