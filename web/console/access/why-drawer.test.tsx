import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { newId } from '#web/testing/answers.ts'
import { openPage, refuse } from '#web/testing/open-page.tsx'

const employee_id = newId()
const address = `/control/employeedetails?employee_id=${employee_id}`
const failed = (condition: 'hours' | 'company' | 'device', by: 'manager' | 'provider' | 'employee') => ({
  explainAccess: {
    allowed: false,
    first: condition,
    conditions: [{ condition, state: 'failed' as const, text: '不满足', mend: { by, how: '处理' } }],
    line: { name: '东京-01' },
  },
})
const person = { employee: { employee_id, name: '陈雨桐', state: 'active' as const } }

async function ask(by: Parameters<typeof failed>) {
  const opened = openPage(address, { getCompanyUserDetail: person, ...failed(...by) })
  await opened.user.click(await screen.findByRole('button', { name: '陈雨桐为什么能用、不能用' }))
  return opened
}

test('missing hours lead to the dialog that gives them, on the same page', async () => {
  const { user } = await ask(['hours', 'manager'])
  await user.click(await screen.findByRole('link', { name: '去处理' }))
  await screen.findByRole('dialog', { name: /分配时长/ })
})

test('what the provider or the person has to mend names the way to them', async () => {
  await ask(['company', 'provider'])
  expect(await screen.findByRole('link', { name: '联系服务商' })).toHaveProperty(
    'href',
    expect.stringContaining(`subject=${encodeURIComponent('东京-01：企业状态')}`),
  )
})

test('a device that is yet to be registered is its person’s to bring', async () => {
  await ask(['device', 'employee'])
  expect(await screen.findByRole('link', { name: '联系本人' })).toHaveProperty(
    'href',
    expect.stringContaining(`employee_id=${employee_id}`),
  )
})

test('the groups that grant the line stand below the conditions under their own heading', async () => {
  const { user } = openPage(address, {
    getCompanyUserDetail: person,
    explainAccess: {
      allowed: true,
      conditions: [{ condition: 'company', state: 'met', text: '已认证' }],
      reasons: [{ group_id: newId(), group_name: '欧洲办公与研发', dept_path: '技术与数据部' }],
    },
  })
  await user.click(await screen.findByRole('button', { name: '陈雨桐为什么能用、不能用' }))
  const groups = within(await screen.findByRole('region', { name: '授权的专线组' }))
  groups.getByRole('link', { name: '欧洲办公与研发' })
})

test('a search that fails does not claim to have found nothing, and can be repeated', async () => {
  const { user, answers } = openPage(address, {
    getCompanyUserDetail: person,
    getCompanyVplList: refuse(500, '服务出现问题，请稍后重试'),
  })
  await user.click(await screen.findByRole('button', { name: '陈雨桐为什么能用、不能用' }))
  await user.click(await screen.findByRole('combobox', { name: /^专线/ }))
  const problem = await screen.findByText('服务出现问题，请稍后重试')
  answers.getCompanyVplList = { list: [{ svp_id: newId(), name: '东京-01', city: '东京' }], total: 1 }
  await user.click(within(problem).getByRole('button', { name: '重试' }))
  await screen.findByTitle('东京-01 · 东京，待绑定')
})
