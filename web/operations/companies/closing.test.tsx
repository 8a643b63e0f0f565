import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { newId } from '#web/testing/answers.ts'
import { openOffice } from '#web/testing/open-office.tsx'
import { refuse } from '#web/testing/open-page.tsx'
import { companyPath } from '../paths.ts'

const company_id = newId()
const info = { company_id, name: '蓝帆', state: 'frozen' as const }
const frozen = { reason: '停业', at: '2026-11-27T01:00:00.000Z' }
const nothing = {
  orders: 0,
  refunds: 0,
  payments: 0,
  lines: 0,
  trials: 0,
  invoices: 0,
  tickets: 0,
  requests: 0,
  balance: 0,
}

type Office = ReturnType<typeof openOffice>
async function closing({ user }: Office) {
  await user.click(await screen.findByRole('button', { name: '更多操作' }))
  await user.click(await screen.findByRole('menuitem', { name: '注销企业' }))
  return within(await screen.findByRole('dialog', { name: '注销企业' }))
}

test('the dialog says who of the company asked for the closing, and that the company has another owner now', async () => {
  const request = { ticket_id: newId(), number: 'T261128000001', opened_by: '林海舟', by_owner: false }
  const office = openOffice(companyPath(company_id), ['support'], {
    getCompanyOverview: { info, frozen },
    getCompanyClosing: { open: nothing, request },
    planOperation: {},
  })
  const dialog = await closing(office)
  await dialog.findByRole('link', { name: '工单 T261128000001' })
  dialog.getByText('（现在已不是所有者）')
})

test('a company that cannot be closed yet cannot be submitted, and the dialog leads to what is open', async () => {
  let open = { ...nothing, lines: 1, tickets: 2, balance: 12_000 }
  const office = openOffice(companyPath(company_id), ['support'], {
    getCompanyOverview: { info, frozen },
    getCompanyClosing: () => ({ open, forfeited: { people: 3, days: 1_250, coupons: 4 } }),
    planOperation: {},
    closeCompany: {},
  })
  const { user, calls } = office
  const dialog = await closing(office)
  const line = await dialog.findByRole('link', { name: '1 条没有释放的专线' })
  expect(line.getAttribute('href')).toBe(companyPath(company_id, 'lines'))
  expect(line.getAttribute('target')).toBe('_blank')
  const tickets = dialog.getByRole('link', { name: '2 个没有关闭的工单' })
  expect(tickets.getAttribute('href')).toBe(companyPath(company_id, 'tickets'))
  // Finance alone opens balances.
  dialog.getByText('余额 ¥120.00')
  expect(dialog.queryByRole('link', { name: /余额/ })).toBeNull()
  dialog.getByText(/1,250 人天（含已分配给成员的）与 4 张优惠券作废/)
  const submit = dialog.getByRole('button', { name: '提交注销' })
  expect(submit.hasAttribute('disabled')).toBe(true)
  await user.type(dialog.getByRole('textbox'), '已经核实{Control>}{Enter}{/Control}')
  expect(calls('closeCompany')).toEqual([])
  expect(calls('planOperation')).toEqual([])
  open = nothing
  await user.click(dialog.getByRole('button', { name: '重新检查' }))
  await waitFor(() => expect(submit.hasAttribute('disabled')).toBe(false))
  await user.click(submit)
  await waitFor(() => expect(calls('closeCompany')).toHaveLength(1))
})

test('what has been opened since the dialog was shown prevents the closing as well', async () => {
  const office = openOffice(companyPath(company_id), ['support'], {
    getCompanyOverview: { info, frozen },
    getCompanyClosing: { open: nothing },
    planOperation: refuse(-53020, '还不能注销，先处理完：1 个没有关闭的工单'),
  })
  const dialog = await closing(office)
  await dialog.findByText(/1 个没有关闭的工单/)
  expect(dialog.getByRole('button', { name: '提交注销' }).hasAttribute('disabled')).toBe(true)
})

test.each([
  ['tickets', '建立工单'],
  ['proposals', '起草报价'],
])('the tab %s of a closed company offers nothing that is refused', async (tab, act) => {
  const offered = async (closed_at: string | null) => {
    openOffice(companyPath(company_id, tab), ['owner'], { getCompanyOverview: { info, frozen, closed_at } })
    await screen.findByText(/^还没有(工单|报价)$/)
    const found = screen.queryByRole('button', { name: act }) !== null
    cleanup()
    return found
  }
  expect(await offered(null)).toBe(true)
  expect(await offered(frozen.at)).toBe(false)
})

test('what cannot be done to a company yet says what comes first', async () => {
  const { user } = openOffice(companyPath(company_id), ['support'], {
    getCompanyOverview: { info: { ...info, state: 'active' }, frozen: null, terminal_approval: false },
  })
  await user.click(await screen.findByRole('button', { name: '更多操作' }))
  for (const name of ['注销企业（须先冻结）', '关闭新终端批准（企业没有开启）'])
    expect((await screen.findByRole('menuitem', { name })).hasAttribute('disabled')).toBe(true)
})

test('a frozen company’s main button ends the freeze; hours are among the further actions', async () => {
  const { user } = openOffice(companyPath(company_id), ['support'], { getCompanyOverview: { info, frozen } })
  const main = await screen.findByRole('button', { name: '解除冻结' })
  expect(main.getAttribute('data-look')).toBe('primary')
  expect(screen.queryByRole('button', { name: '赠送时长' })).toBeNull()
  await user.click(screen.getByRole('button', { name: '更多操作' }))
  await user.click(await screen.findByRole('menuitem', { name: '赠送时长' }))
  await screen.findByRole('dialog', { name: '赠送时长' })
})

test('a closing that awaits a second operator cannot be requested again', async () => {
  const request = { kind: 'closing' as const, summary: '注销蓝帆', requested_by: '周敏' }
  const { user } = openOffice(companyPath(company_id), ['support'], {
    getCompanyOverview: { info, frozen, waiting: [request] },
  })
  await user.click(await screen.findByRole('button', { name: '更多操作' }))
  const item = await screen.findByRole('menuitem', { name: '注销企业（等待另一位同事确认）' })
  expect(item.hasAttribute('disabled')).toBe(true)
})
