import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { writeDraft } from '#web/data/draft.ts'
import { session } from '#web/data/session.ts'
import { userInfo } from '#web/testing/browser.ts'
import { openPage, refuse } from '#web/testing/open-page.tsx'

const template_id = crypto.randomUUID()
const group_id = crypto.randomUUID()
const answers = {
  getTemplateList: {
    list: [
      {
        template_id,
        name: '日本站运营',
        dept_id: null,
        dept_path: null,
        days: 30,
        device_limit: null,
        group_ids: [group_id],
      },
    ],
  },
  getVplGroupList: { list: [{ group_id, name: '日本店铺' }] },
}

test('a template is created with the chosen values and leaves the others unset', async () => {
  const { user, calls } = openPage('/control/employeetime?tab=templates', answers)
  await screen.findByText('时长 30 天；专线组 日本店铺')
  await user.click(screen.getByRole('button', { name: /新建模板$/ }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('textbox', { name: '模板名称' }), '客服')
  await user.type(dialog.getByRole('spinbutton', { name: '设备上限（选填）' }), '3')
  await user.click(dialog.getByRole('button', { name: '保存' }))
  await expect
    .poll(() => calls('setTemplate'))
    .toEqual([{ name: '客服', dept_id: null, days: null, device_limit: 3, group_ids: [] }])
})

test('groups whose names could not be read are counted, and a template that has any is not said to change nothing', async () => {
  const [template] = answers.getTemplateList.list
  openPage('/control/employeetime?tab=templates', {
    getTemplateList: { list: [{ ...template, days: null }] },
    getVplGroupList: refuse(503, '服务繁忙'),
    getServiceBalance: refuse(503, '余额没有读到'),
  })
  await screen.findByText('专线组 1 个')
  await screen.findByText('余额没有读到')
})

test('adding a person with a template shows its plan, and reserves no other days', async () => {
  const { user, calls } = openPage('/control/addemployee', {
    ...answers,
    planAccess: { joining: { people: 1, list: [{ name: '新人', lines: 1, line_names: ['东京-01'], times: '' }] } },
  })
  await user.type(await screen.findByRole('textbox', { name: '手机号' }), '13800000009')
  await user.type(screen.getByRole('textbox', { name: '姓名' }), '新人')
  await user.click(await screen.findByRole('combobox', { name: '入职模板（选填）' }))
  await user.click(await screen.findByText('日本站运营'))
  await screen.findByText(/新人（东京-01）/)
  expect(screen.queryByRole('spinbutton', { name: '为每人预留时长（选填）' })).toBeNull()
  await user.click(screen.getByRole('button', { name: '添加员工' }))
  await expect.poll(() => calls('addCompanyUser')[0]).toMatchObject({ template_id, employees: [{ name: '新人' }] })
  expect(calls('addCompanyUser')[0]).not.toHaveProperty('reserve_days')
})

test('adding people says that the templates could not be read, and reads them again', async () => {
  const { user, answers: served } = openPage('/control/addemployee', {
    ...answers,
    getTemplateList: refuse(503, '服务繁忙'),
  })
  await screen.findByText('服务繁忙')
  served.getTemplateList = answers.getTemplateList
  await user.click(screen.getByRole('button', { name: '重试' }))
  await screen.findByRole('combobox', { name: '入职模板（选填）' })
})

test('a template that was deleted since it was chosen is not sent from a draft, which says so', async () => {
  localStorage.setItem('token', 'x'.repeat(43))
  session.setUserInfo(userInfo)
  writeDraft('add-employees', { rows: [{ phone: '13800000009', name: '新人' }], template: crypto.randomUUID() })
  const { user, calls } = openPage('/control/addemployee', {
    ...answers,
    getTemplateList: { list: [] },
    wGetUserInfo: { user_status: 1, user_info: userInfo },
  })
  await screen.findByText(/之前选的入职模板已被删除/)
  await screen.findByRole('spinbutton', { name: '为每人预留时长（选填）' })
  await user.click(screen.getByRole('button', { name: '添加员工' }))
  await expect.poll(() => calls('addCompanyUser')).toHaveLength(1)
  expect(calls('addCompanyUser')[0]).not.toHaveProperty('template_id')
})

test('several people get a template at once, after its plan', async () => {
  const employee_id = crypto.randomUUID()
  const person = {
    employee_id,
    name: '陈雨桐',
    role: 'employee' as const,
    state: 'active' as const,
    phone: '13800000008',
  }
  const page = openPage('/control/employeetime', {
    ...answers,
    getTemplateList: refuse(503, '服务繁忙'),
    getCompanyUserList: { list: [person], total: 1 },
    planAccess: { gained: { people: 1, list: [{ name: '陈雨桐', lines: 1, line_names: ['东京-01'], times: '' }] } },
  })
  const { user, calls } = page
  await user.click(await screen.findByRole('checkbox', { name: /陈雨桐/ }))
  await user.click(await screen.findByRole('button', { name: '套用模板' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(await dialog.findByRole('combobox', { name: '入职模板' }))
  // Templates that could not be read are not taken for none.
  await screen.findByText('服务繁忙')
  expect(screen.queryByText(/还没有模板/)).toBeNull()
  page.answers.getTemplateList = answers.getTemplateList
  await user.click(screen.getByRole('button', { name: '重试' }))
  await user.click(await screen.findByText('日本站运营'))
  await dialog.findByText(/陈雨桐（东京-01）/)
  const apply = dialog.getByRole('button', { name: '套用' })
  await expect.poll(() => apply.hasAttribute('disabled')).toBe(false)
  await user.click(apply)
  await expect.poll(() => calls('applyTemplate')).toEqual([{ template_id, employee_ids: [employee_id] }])
})
