import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { newId } from '#web/testing/answers.ts'
import { openOperationsPage } from '#web/testing/open-operations-page.tsx'

const [company_id, account_id, owner_id] = [newId(), newId(), newId()]
const failing = [
  ['hours', 'manager', '分配时长'],
  ['device', 'employee', '登录客户端'],
  ['company', 'provider', '解除冻结'],
  ['account', 'provider', '恢复账号'],
] as const

test('whoever can mend a condition is one link away from its explanation', async () => {
  const { user } = openOperationsPage(`/operations/companies/${company_id}?tab=people`, {
    getCompanyOverview: { info: { company_id, name: '深圳市蓝帆有限公司' } },
    getCompanyPeople: ({ role }) => ({
      list: [
        role === 'owner'
          ? { account_id: owner_id, employee_id: newId(), name: '林海舟' }
          : { account_id, employee_id: newId(), name: '陈雨桐' },
      ],
      total: 1,
    }),
    getCompanyAccess: {
      first: 'hours',
      conditions: failing.map(([condition, by, how]) => ({
        condition,
        state: 'failed' as const,
        text: '不满足',
        mend: { by, how },
      })),
    },
  })
  await user.click(await screen.findByRole('button', { name: '陈雨桐的操作' }))
  await user.click(await screen.findByRole('menuitem', { name: '为什么能用、不能用' }))
  const address = async (name: string) =>
    new URL(((await screen.findByRole('link', { name })) as HTMLAnchorElement).href).pathname
  expect(await address('联系 林海舟')).toBe(`/operations/accounts/${owner_id}`)
  expect(await address('联系本人')).toBe(`/operations/accounts/${account_id}`)
  expect(await address('打开账号')).toBe(`/operations/accounts/${account_id}`)
  expect(await address('打开企业')).toBe(`/operations/companies/${company_id}`)
})
