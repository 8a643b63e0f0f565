import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { newId } from '#web/testing/answers.ts'
import { lost, openPage, refuse } from '#web/testing/open-page.tsx'

test('a list that can’t be loaded says so and can be tried again', async () => {
  const { user, answers } = openPage('/control/employeetime', { getCompanyUserList: lost })
  expect((await screen.findByRole('alert')).textContent).toContain('网络连接失败')
  answers.getCompanyUserList = { list: [{ name: '余知夏' }], total: 1 }
  await user.click(screen.getByRole('button', { name: '重试' }))
  const list = await screen.findByRole('region', { name: '员工列表' })
  await within(list).findByText('共 1 名员工')
})

test('nobody below the owner is offered anything against the owner, nor the transfer of the company', async () => {
  const { user } = openPage('/control/employeetime', {
    getCompanyUserList: { list: [{ name: '林海舟', role: 'owner', state: 'active' }], total: 1 },
  })
  await user.click(await screen.findByRole('button', { name: '林海舟的更多操作' }))
  await screen.findByRole('menuitem', { name: '编辑资料' })
  for (const action of ['停用账号', '移除员工', '离职交接', '转让企业'])
    expect(screen.queryByRole('menuitem', { name: action })).toBeNull()
})

test.each(['', '?employee_id=x', `?employee_id=${newId()}`])(
  'without a person, the details%s lead back to the list',
  async search => {
    openPage(`/control/employeedetails${search}`, { getCompanyUserDetail: refuse(-47001, '员工不存在') })
    await screen.findByRole('heading', { level: 1, name: '员工详情' })
    expect(screen.getByRole('link', { name: '查看全部员工' }).getAttribute('href')).toBe('/control/employeetime')
  },
)
