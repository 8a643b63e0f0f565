import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { store } from '#web/data/store.ts'
import { openPage, refuse } from '#web/testing/open-page.tsx'
import { day } from '#web/ui/format.ts'

test('figures that failed to load can be retried while the rest stays shown', async () => {
  const { user, answers } = openPage('/control/company', {
    getCompanyInfo: { credit_code: '91440300MAXX000013' },
    getCompanyData: refuse(503, '服务暂时不可用，请稍后重试'),
  })
  expect((await screen.findByRole('alert')).textContent).toContain('服务暂时不可用，请稍后重试')
  expect((await screen.findByRole('region', { name: '登记资料' })).textContent).toContain('91440300MAXX000013')
  answers.getCompanyData = {}
  await user.click(screen.getByRole('button', { name: '重试' }))
  await screen.findByRole('region', { name: '待办' })
})

test('the figures of a week lead to the lists of exactly its days', async () => {
  const today = day(Date.now())
  openPage('/control/company', { getCompanyData: { expiries: [{ day: today, employees: 3, lines: 2 }] } })
  const last = day(Date.now() + 6 * 86_400_000)
  const people = await screen.findByRole('link', { name: '3 人' })
  expect(people.getAttribute('href')).toBe(
    `/control/employeetime?state=active&service=in_service&ends_from=${today}&ends_to=${last}&order=service_end`,
  )
  expect(screen.getByRole('link', { name: '2 条专线' }).getAttribute('href')).toBe(
    `/control/manageline?ends_from=${today}&ends_to=${last}&order=ends`,
  )
})

test('a week of which only some people are among those listed says how many there are', async () => {
  const service_ends_at = new Date(Date.now() + 3_600_000).toISOString()
  openPage('/control/company', {
    getCompanyData: { expiries: [{ day: day(service_ends_at), employees: 4, lines: 0 }] },
    getCompanyUserList: { list: [{ name: '余知夏', service_ends_at }], total: 130 },
  })
  await screen.findByRole('link', { name: '余知夏' })
  screen.getByText('等 4 人')
})

test('the cost of the month links to its page', async () => {
  store.set({ duty: null })
  const { calls } = openPage('/control/company', {
    getCosts: { list: [], total: 3, hours_amount: 100, lines_amount: 1_200, amount: 1_300, closed_at: null },
  })
  const link = await screen.findByRole('link', { name: '¥13.00' })
  const { month } = calls('getCosts')[0] ?? {}
  expect(link.getAttribute('href')).toBe(`/control/costs?month=${month}`)
})

test('the cost of the month is hidden from those without access to its page', async () => {
  store.set({ duty: 'devices' })
  const profile = { user_status: 1, user_info: { is_company_manager: 1, duty: 'devices' } } as const
  openPage('/control/company', { wGetUserInfo: profile })
  await screen.findByText('服务中的员工')
  await expect.poll(() => screen.queryByText('本月费用')).toBeNull()
  store.set({ duty: null })
})

test('a reader, who sees no proposals, has none to attend to', async () => {
  openPage('/control/company', {
    wGetUserInfo: { user_status: 1, user_info: { is_company_manager: 1, duty: 'reader' } },
    getCompanyData: {
      todo: [
        {
          kind: 'proposal_open',
          count: 1,
          text: '1 份报价待确认',
          link: '/control/orderrecord?tab=proposals&state=sent',
        },
        { kind: 'order_pending', count: 2, text: '2 个订单等待支付', link: '/control/orderrecord?state=pending' },
      ],
    },
  })
  await screen.findByText('2 个订单等待支付')
  await expect.poll(() => screen.queryByText('1 份报价待确认')).toBeNull()
})
