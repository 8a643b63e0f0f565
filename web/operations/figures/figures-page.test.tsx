import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openOffice } from '#web/testing/open-office.tsx'
import { refuse } from '#web/testing/open-page.tsx'

const totals = {
  received: 1_000_000,
  refunded: 150_000,
  net: 850_000,
  coupons_used: 5_000,
  coupons_open: 3,
  prepaid: 12_300,
  hours: 420,
  renewed: 3,
  lost: 1,
  left: 1,
  serving: 4,
}
const month = { month: '2026-10', received: 1_000_000, refunded: 150_000, net: 850_000, renewed: 3, lost: 1, left: 1 }

test('gross and net are labelled, and a figure opens the list it is the sum of', async () => {
  const { user, calls } = openOffice('/operations/figures?from=2026-10&to=2026-11', ['finance'], {
    getFigures: { totals, months: [month], due: [], channels: [], cohorts: [], stock: [] },
    getFigureRows: { list: [], total: 0, sum: 850_000 },
    getOwnNoticeList: { list: [] },
  })
  const months = within(await screen.findByRole('region', { name: '每月' }))
  // The table has a second, hidden head to measure its columns.
  for (const name of ['实收（未减退款）', '退款', '净收入']) expect(months.getAllByText(name).length).toBeGreaterThan(0)
  expect(screen.getByText('75.0%')).toBeTruthy()
  expect(screen.getByText('20.0%')).toBeTruthy()
  expect(calls('getFigures')[0]?.input).toEqual({ from: '2026-10', to: '2026-11' })
  await user.click(months.getByRole('link', { name: '净收入 ¥8,500.00 的明细' }))
  await screen.findByRole('heading', { name: '净收入 ¥8,500.00' })
  const input = { figure: 'net', from: '2026-10', to: '2026-10', page: 1, page_size: 20 }
  expect(calls('getFigureRows').at(-1)?.input).toEqual(input)
})

test('numbers of companies and lines open their lists, too', async () => {
  const channel = { channel_id: null, name: '自然到访', companies: 2, received: 900, refunded: 0, net: 900 }
  const { user, calls } = openOffice('/operations/figures?from=2026-10&to=2026-11', ['finance'], {
    getFigures: {
      ...{ totals, months: [month], due: [{ month: '2026-11', lines: 7, amount: 700 }], channels: [channel] },
      ...{ cohorts: [{ month: '2026-10', companies: 5, paying: [1], net: 900 }], stock: [] },
    },
    getFigureRows: { list: [], total: 0, sum: 2 },
  })
  await screen.findByRole('link', { name: '待续费 7 项的明细' })
  screen.getByRole('link', { name: '批次净收入 5 项的明细' })
  await user.click(screen.getByRole('link', { name: '付款企业 2 的明细' }))
  await screen.findByRole('heading', { name: '付款企业 2' })
  expect(calls('getFigureRows').at(-1)?.input).toMatchObject({ figure: 'payers', channel: 'own' })
})

test('of a range that is refused no figures are shown, and the calendar offers none that is too long', async () => {
  const none = { months: [month], due: [], channels: [], cohorts: [], stock: [] }
  const { user, calls } = openOffice('/operations/figures?from=2026-10&to=2026-11', ['finance'], {
    getFigures: ({ from }) => (from === '2026-10' ? { totals, ...none } : refuse(-53800, '月数至多：36')),
  })
  await screen.findByText('75.0%')
  const [first, last] = screen.getAllByRole('textbox', { name: '月份' })
  if (!first || !last) throw new Error('no range')
  async function choose(from: string, to: string) {
    await user.click(first as HTMLElement)
    await user.clear(first as HTMLElement)
    await user.type(first as HTMLElement, `${from}{Enter}`)
    await user.clear(last as HTMLElement)
    await user.type(last as HTMLElement, `${to}{Enter}`)
  }
  await choose('2023-11', '2026-11')
  expect(calls('getFigures')).toHaveLength(1)
  await choose('2023-12', '2026-11')
  await screen.findByText('月数至多：36')
  expect(screen.queryByText('75.0%')).toBeNull()
})

test('tickets are told by week, with the time of their first answers, and link to what waits', async () => {
  const week = { week: '2026-10-05', opened: 12, answered: 10, median: 2_400, p90: 9_000 }
  openOffice('/operations/figures?from=2026-10&to=2026-11', ['finance'], {
    getFigures: { totals, months: [month], due: [], channels: [], cohorts: [], stock: [] },
    getTicketFigures: { open: 3, overdue: 1, all: { ...week, median: 5_400, p90: 200_000 }, weeks: [week] },
  })
  const tickets = within(await screen.findByRole('region', { name: '工单' }))
  await tickets.findByText(/一半在 1\.5 小时之内，九成在 2\.3 天之内/)
  const row = tickets.getByRole('row', { name: /2026-10-05 至 2026-10-11/ })
  expect(
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['12', '10', '40 分钟', '2.5 小时'])
  expect(tickets.getByRole('link', { name: '1' }).getAttribute('href')).toBe('/operations/tickets?view=overdue')
})
