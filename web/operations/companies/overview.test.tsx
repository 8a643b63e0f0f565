import { cleanup, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { newId } from '#web/testing/answers.ts'
import { openOffice } from '#web/testing/open-office.tsx'

test('each figure of a company leads to the list of exactly what it counts, and what waits for a second operator is told', async () => {
  const company_id = newId()
  openOffice(`/operations/companies/${company_id}`, ['support'], {
    getCompanyOverview: {
      info: { company_id, name: '深圳市蓝帆有限公司' },
      figures: {
        employees: { active: 30, in_service: 27 },
        devices: { total: 46, pending: 5, online: 3 },
        lines: { unbound: 4, active: 7, expiring: 1, expired: 2, suspended: 4, released: 9 },
      },
      coupons: { counts: { unused: 2, locked: 1, used: 4, expired: 1 } },
      waiting: [{ approval_id: newId(), summary: '赠送 1,000 人天', requested_by: '周敏' }],
    },
  })
  const target = async (value: string) => (await screen.findByRole('link', { name: value })).getAttribute('href')
  const of = `/operations/companies/${company_id}?tab=`
  expect(await target('30')).toBe(`${of}people&state=active`)
  expect(await target('5')).toBe(`${of}devices&audit_state=pending`)
  // The list has all lines except released ones.
  expect(await target('18')).toBe(`${of}lines`)
  expect(await screen.findByText(/可使用 2 · 订单占用 1 · 已使用 4 · 已过期 1/)).toBeDefined()
  expect((await screen.findByText(/赠送 1,000 人天：周敏/)).textContent).toContain('等待另一位同事确认')
})

test('a closed company has no managers, and so nothing that waits for them', async () => {
  const shown = async (closed_at: string | null) => {
    const company_id = newId()
    openOffice(`/operations/companies/${company_id}`, ['support'], {
      getCompanyOverview: { info: { company_id, name: '蓝帆' }, closed_at },
    })
    await screen.findByRole('heading', { name: '优惠券' })
    const found = screen.queryByRole('heading', { name: '管理员的待办' }) !== null
    cleanup()
    return found
  }
  expect(await shown(null)).toBe(true)
  expect(await shown('2026-11-28T10:00:00.000Z')).toBe(false)
})
