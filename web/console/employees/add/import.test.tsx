import { cleanup, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { session } from '#web/data/session.ts'
import { newId } from '#web/testing/answers.ts'
import { expectEnabled, lost, openPage, refuse } from '#web/testing/open-page.tsx'
import { savedFiles } from '#web/testing/saved-files.ts'

test('a file that is not a sheet, or lacks its columns, is refused with a message', async () => {
  const { user, calls, answers } = openPage('/control/addemployee?way=import')
  const input = await screen.findByLabelText('员工表格')
  const upload = (name: string) => user.upload(input, new File(['content'], name))
  const problem = async (text: string) =>
    expect.poll(() => screen.queryByRole('alert')?.textContent ?? '').toContain(text)
  await upload('员工.csv')
  await problem('“员工.csv”不是 .xlsx 表格')
  expect(calls('previewEmployeeImport')).toEqual([])
  answers.previewEmployeeImport = refuse(-45003, '表格无法读取，请使用模板填写并保存为 .xlsx')
  await upload('图片.xlsx')
  await problem('表格无法读取，请使用模板填写并保存为 .xlsx')
  answers.previewEmployeeImport = refuse(-45004, '表格缺少列：', '手机号')
  await upload('别的.xlsx')
  await problem('表格缺少列：手机号')
})

/** Departments and groups must be loaded first; without them the row's would seem not to exist. */
async function mendInGrid(user: ReturnType<typeof openPage>['user']): Promise<void> {
  const button = await screen.findByRole('button', { name: '在这里改好 1 行' })
  await expectEnabled(button)
  await user.click(button)
}

test('invalid rows stay in the grid for correction, and can be saved as a file', async () => {
  sessionStorage.clear()
  localStorage.setItem('token', 'x'.repeat(43))
  session.setPhone('13800000001')
  const [dept, station] = [newId(), newId()]
  const group_id = newId()
  const assets = { days: '30 天', device_limit: '101', groups: '欧洲店铺、没有的组' }
  const bad = {
    row: 3,
    name: '王芳',
    phone: '1390000',
    dept_path: '运营中心/北美站组',
    ...assets,
    problems: ['手机号格式不正确', '时长须为整数', '专线组不存在：没有的组'],
    problem_fields: ['phone' as const, 'days' as const, 'groups' as const],
  }
  const { user, calls } = openPage('/control/addemployee?way=import', {
    getDeptListByCompanyId: {
      list: [
        { dept_id: dept, name: '运营中心', parent_id: null },
        { dept_id: station, name: '北美站组', parent_id: dept },
      ],
    },
    getVplGroupList: { list: [{ group_id, name: '欧洲店铺' }] },
    previewEmployeeImport: { import_id: newId(), good: 0, bad: 1, rows: [bad] },
  })
  await user.upload(await screen.findByLabelText('员工表格'), new File(['content'], '员工.xlsx'))
  await screen.findByRole('button', { name: '存下有问题的行' })
  await mendInGrid(user)
  expect((await screen.findByLabelText<HTMLInputElement>('手机号')).value).toBe('1390000')
  expect(screen.getByLabelText<HTMLInputElement>('姓名').value).toBe('王芳')
  // The sheet's reason is shown there until the field changes.
  const reasonAt = (field: HTMLElement) =>
    document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent
  const phone = screen.getByLabelText('手机号')
  const days = screen.getByLabelText<HTMLInputElement>('时长（天）')
  const groups = await screen.findByRole('combobox', { name: '第 1 行的专线组' })
  expect(document.activeElement).toBe(phone)
  expect(reasonAt(phone)).toBe('手机号格式不正确')
  expect(reasonAt(groups)).toBe('专线组不存在：没有的组')
  // A value that fits no field stays as written, beside its reason.
  expect(days.value).toBe('30 天')
  expect(reasonAt(days)).toBe('时长须为整数')
  screen.getByTitle('没有的组')
  await screen.findByText(/北美站组/)
  await screen.findByText('欧洲店铺')
  await user.clear(screen.getByLabelText('手机号'))
  await user.type(screen.getByLabelText('手机号'), '13900001111')
  await user.click(screen.getByRole('button', { name: '添加员工' }))
  await screen.findByText('请输入 0 到 100 台，或留空')
  await user.clear(screen.getByLabelText('设备上限'))
  await user.type(days, '{Backspace}{Backspace}')
  await user.click(screen.getByRole('button', { name: '添加员工' }))
  expect(calls('addCompanyUser')).toEqual([])
  await user.click(groups)
  await user.keyboard('{Backspace}')
  expect(screen.queryByTitle('没有的组')).toBeNull()
  await user.click(screen.getByRole('button', { name: '添加员工' }))
  const employee = { phone: '13900001111', name: '王芳', dept_id: station, days: 30, group_ids: [group_id] }
  await expect.poll(() => calls('addCompanyUser')).toMatchObject([{ employees: [employee] }])
})

test('columns that were not read are named above the rows, with what they should be called', async () => {
  sessionStorage.clear()
  const { user, answers } = openPage('/control/addemployee?way=import', {
    previewEmployeeImport: {
      import_id: newId(),
      good: 1,
      unread_columns: [
        { title: '所属部门', nearest: '部门' },
        { title: '姓名', repeated: true, nearest: null },
        { title: '备注', nearest: null },
      ],
    },
  })
  await user.upload(await screen.findByLabelText('员工表格'), new File(['content'], '员工.xlsx'))
  await screen.findByText('3 列没有读取，其中的内容不会导入')
  screen.getByText('“所属部门”（要导入的话，列名请改为“部门”）；“姓名”重复，只读取第一列；“备注”')
  await user.click(screen.getByRole('button', { name: '重新上传' }))
  answers.previewEmployeeImport = { import_id: newId(), good: 1, unread_columns: [] }
  await user.upload(await screen.findByLabelText('员工表格'), new File(['content'], '员工.xlsx'))
  await screen.findByText('1 行全部可以导入')
  expect(screen.queryByText(/没有读取/)).toBeNull()
})

test('a checked sheet and what was chosen for it outlive a reload, and its rows to mend keep the choice', async () => {
  sessionStorage.clear()
  const bad = { row: 2, name: '王芳', phone: '1', problems: ['手机号格式不正确'] }
  const import_id = newId()
  const answers = {
    previewEmployeeImport: { import_id, good: 3, bad: 1, rows: [bad] },
    getEmployeeImport: { state: 'running' as const, total: 3 },
  }
  const { user } = openPage('/control/addemployee?way=import', answers)
  await user.upload(await screen.findByLabelText('员工表格'), new File(['content'], '员工.xlsx'))
  await user.click(await screen.findByLabelText('同时发送邀请短信'))
  cleanup()
  const { user: next, calls } = openPage('/control/addemployee?way=import', answers)
  await screen.findByText(/已恢复上次没有提交的内容/)
  screen.getByText('员工.xlsx · 共 4 行')
  expect(screen.getByLabelText<HTMLInputElement>('同时发送邀请短信').checked).toBe(false)
  const commit = screen.getByRole('button', { name: '只导入无误的 3 行' })
  await expectEnabled(commit)
  await next.click(commit)
  await expect.poll(() => calls('commitEmployeeImport')[0]).toMatchObject({ import_id, invite: false })
  await next.click(await screen.findByRole('link', { name: '逐个填写' }))
  expect((await screen.findByLabelText<HTMLInputElement>('姓名')).value).toBe('王芳')
  expect(screen.getByLabelText<HTMLInputElement>('同时发送邀请短信').checked).toBe(false)
  await next.click(screen.getByRole('link', { name: '表格导入' }))
  // An imported sheet is no longer offered.
  await screen.findByLabelText('员工表格')
})

test('bad rows beyond those that can be mended here are saved with the others, and nobody believes them kept', async () => {
  sessionStorage.clear()
  localStorage.setItem('token', 'x'.repeat(43))
  session.setPhone('13800000001')
  const rows = Array.from({ length: 230 }, (_, at) => ({
    row: at + 2,
    name: `员工${at}`,
    phone: '1',
    problems: ['手机号格式不正确'],
  }))
  const { user } = openPage('/control/addemployee?way=import', {
    previewEmployeeImport: { import_id: newId(), good: 0, bad: 230, rows },
  })
  const { files, click } = savedFiles()
  await user.upload(await screen.findByLabelText('员工表格'), new File(['content'], '员工.xlsx'))
  await screen.findByText('仅显示前 200 行，共有 230 行有问题。')
  screen.getByText(/还放得下其中 100 行；其余 130 行请先用“存下有问题的行”保存/)
  await user.click(screen.getByRole('button', { name: '存下有问题的行' }))
  click.mockRestore()
  expect((await files[0]?.text())?.trim().split('\r\n')).toHaveLength(231)
  await user.click(screen.getByRole('button', { name: '在这里改好 100 行' }))
  await expect.poll(() => screen.getAllByLabelText('手机号').length).toBe(100)
})

test('rows wait for the departments and groups, without which each of them would seem unknown', async () => {
  sessionStorage.clear()
  localStorage.setItem('token', 'x'.repeat(43))
  session.setPhone('13800000001')
  const bad = { row: 2, name: '王芳', phone: '1', groups: '欧洲店铺', problems: ['手机号格式不正确'] }
  const { user, answers } = openPage('/control/addemployee?way=import', {
    getVplGroupList: lost,
    previewEmployeeImport: { import_id: newId(), good: 0, bad: 1, rows: [bad] },
  })
  await user.upload(await screen.findByLabelText('员工表格'), new File(['content'], '员工.xlsx'))
  const mend = await screen.findByRole('button', { name: '在这里改好 1 行' })
  const retry = await screen.findByRole('button', { name: '重试' })
  await expectEnabled(mend, false)
  answers.getVplGroupList = { list: [{ group_id: newId(), name: '欧洲店铺' }] }
  await user.click(retry)
  await expectEnabled(mend)
  await user.click(mend)
  await screen.findByRole('combobox', { name: '第 1 行的专线组' })
  await user.click(screen.getByRole('button', { name: '添加员工' }))
  expect(screen.queryByText(/没有这样的专线组/)).toBeNull()
})

test('an unknown department stays as it is written, and the grid is mended by keyboard alone', async () => {
  sessionStorage.clear()
  localStorage.setItem('token', 'x'.repeat(43))
  session.setPhone('13800000001')
  const dept_id = newId()
  const bad = {
    row: 2,
    name: '王芳',
    phone: '13900001111',
    job_number: 'LF001',
    dept_path: '北美站',
    problems: ['工号已被其他员工使用', '部门不存在：北美站'],
    problem_fields: ['job_number' as const, 'dept_path' as const],
  }
  const { user, calls } = openPage('/control/addemployee?way=import', {
    getDeptListByCompanyId: { list: [{ dept_id, name: '北美站组', parent_id: null }] },
    previewEmployeeImport: { import_id: newId(), good: 0, bad: 1, rows: [bad] },
  })
  await user.upload(await screen.findByLabelText('员工表格'), new File(['content'], '员工.xlsx'))
  await mendInGrid(user)
  await expect.poll(() => document.activeElement?.id).toMatch(/^job_number-/)
  const department = screen.getByRole('combobox', { name: '第 1 行的部门' })
  screen.getByText('北美站')
  screen.getByText('部门不存在：北美站')
  await user.keyboard('{Control>}a{/Control}LF002{Enter}')
  // An unknown department in a sheet must not leave a person without one.
  expect(calls('addCompanyUser')).toEqual([])
  expect(screen.queryByText('工号已被其他员工使用')).toBeNull()
  await expect.poll(() => document.activeElement).toBe(department)
  await user.tab({ shift: true })
  expect(document.activeElement?.id).toMatch(/^position-/)
  await user.tab()
  await user.keyboard('北美站组')
  // Enter takes it in a browser; without a layout the list has no active option.
  const [option] = await screen.findAllByTitle('北美站组')
  await user.click(option ?? expect.unreachable())
  expect(screen.queryByText(/部门不存在/)).toBeNull()
  await user.tab({ shift: true })
  await user.keyboard('{Enter}')
  await expect
    .poll(() => calls('addCompanyUser'))
    .toMatchObject([{ employees: [{ phone: '13900001111', job_number: 'LF002', dept_id }] }])
})
