import { act, fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { newId } from '#web/testing/answers.ts'
import { type Answers, openPage } from '#web/testing/open-page.tsx'

const orders = [
  { order_id: newId(), order_number: '2026112000001', state: 'fulfilled' },
  { order_id: newId(), order_number: '2026112000002', state: 'fulfilled' },
] as const
const answers = {
  getOrderList: { list: [...orders], total: 2 },
  getOrderDetailByOrderId: ({ order_id }: { order_id: string }) =>
    orders.find(each => each.order_id === order_id) ?? {},
  getCompanyUserList: { list: [{ employee_id: newId(), name: '余知夏', job_number: 'LF033' }], total: 1 },
}

const opened = () => document.querySelector('.drawer-content:not([inert])')
const go = (steps: number) => act(async () => history.go(steps))

/** Opens a page on the way from the company's. */
async function openFrom(address: string, more: Answers = {}) {
  const page = openPage('/control/company', { ...answers, ...more })
  await act(async () => {
    history.pushState({ idx: 1 }, '', address)
    dispatchEvent(new PopStateEvent('popstate'))
  })
  return page
}

test('Back closes an order opened from the filtered list, which stays; the next Back leaves', async () => {
  const { user } = await openFrom('/control/orderrecord?state=fulfilled')
  await user.click(await screen.findByRole('button', { name: '2026112000001' }))
  await expect.poll(opened).not.toBeNull()
  expect(location.search).toBe(`?state=fulfilled&order_id=${orders[0].order_id}`)
  await go(-1)
  await expect.poll(opened).toBeNull()
  expect(location.pathname + location.search).toBe('/control/orderrecord?state=fulfilled')
  await go(-1)
  await expect.poll(() => location.pathname).toBe('/control/company')
})

test('a ticket opens over the list as it is filtered, and Back closes it', async () => {
  const ticket = { ticket_id: newId(), subject: '东京专线打不开', state: 'answered' } as const
  const { user } = await openFrom('/control/tickets?state=answered', {
    getTicketList: { list: [ticket], total: 1 },
    getTicket: ticket,
  })
  await user.click(await screen.findByRole('button', { name: ticket.subject }))
  await expect.poll(opened).not.toBeNull()
  expect(location.search).toBe(`?state=answered&ticket=${ticket.ticket_id}`)
  await go(-1)
  await expect.poll(opened).toBeNull()
  expect(location.search).toBe('?state=answered')
})

test('after the drawer is closed by its own button, one Back leaves the list', async () => {
  const { user } = await openFrom('/control/orderrecord?state=fulfilled')
  for (const { order_number } of orders) {
    await user.click(await screen.findByRole('button', { name: order_number }))
    await expect.poll(opened).not.toBeNull()
    await user.keyboard('{Escape}')
    await expect.poll(opened).toBeNull()
  }
  expect(location.search).toBe('?state=fulfilled')
  await go(-1)
  await expect.poll(() => location.pathname).toBe('/control/company')
})

test('a shared link to an order takes no step: Back leaves it', async () => {
  await openFrom(`/control/orderrecord?order_id=${orders[0].order_id}`)
  await expect.poll(opened).not.toBeNull()
  await go(-1)
  await expect.poll(() => location.pathname).toBe('/control/company')
})

test('Back closes a row that is looked at beside the list, with the filter that was set meanwhile', async () => {
  const { user, calls } = await openFrom('/control/employeetime')
  const list = await screen.findByRole('region', { name: '员工列表' })
  const row = (await within(list).findByRole('link', { name: '余知夏' })).closest('tr')
  if (row) await user.click(row)
  await expect.poll(opened).not.toBeNull()
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: '余' } })
  await expect.poll(() => calls('getCompanyUserList').at(-1)).toMatchObject({ keyword: '余' })
  await go(-1)
  await expect.poll(opened).toBeNull()
  expect(decodeURI(location.pathname + location.search)).toBe('/control/employeetime?keyword=余')
  await go(-1)
  await expect.poll(() => location.pathname).toBe('/control/company')
})

test('a page that a link in a drawer led to leads back to the list with the drawer, which Back then closes', async () => {
  const { user } = await openFrom('/control/orderrecord?state=fulfilled')
  await user.click(await screen.findByRole('button', { name: '2026112000001' }))
  await expect.poll(opened).not.toBeNull()
  await user.click(screen.getByRole('link', { name: '员工与时长' }))
  await expect.poll(() => location.pathname).toBe('/control/employeetime')
  await go(-1)
  await expect.poll(opened).not.toBeNull()
  await go(-1)
  await expect.poll(opened).toBeNull()
  expect(location.pathname + location.search).toBe('/control/orderrecord?state=fulfilled')
})

const dialogOpen = () => document.querySelector('[role=dialog]:not(.ant-drawer-section):not([inert] *)')

test('Back closes a dialog and the list stays, with its filter; after its own 取消 one Back leaves', async () => {
  const { user } = await openFrom('/control/orderrecord?tab=invoices&state=requested')
  const ask = async () => {
    await user.click(await screen.findByRole('button', { name: '按月合开' }))
    await expect.poll(dialogOpen).not.toBeNull()
  }
  await ask()
  await go(-1)
  await expect.poll(dialogOpen).toBeNull()
  expect(location.pathname + location.search).toBe('/control/orderrecord?tab=invoices&state=requested')
  await ask()
  await user.click(screen.getByRole('button', { name: /^取\s?消$/ }))
  await expect.poll(dialogOpen).toBeNull()
  await go(-1)
  await expect.poll(() => location.pathname).toBe('/control/company')
})

test('Back closes the dialog over a drawer first, then the drawer', async () => {
  const { user } = await openFrom('/control/orderrecord?state=fulfilled', {
    getOrderDetailByOrderId: { ...orders[0], operas: ['delete'] },
  })
  await user.click(await screen.findByRole('button', { name: orders[0].order_number }))
  await expect.poll(opened).not.toBeNull()
  await user.click(await within(opened() as HTMLElement).findByRole('button', { name: '删除订单' }))
  await expect.poll(dialogOpen).not.toBeNull()
  await go(-1)
  await expect.poll(dialogOpen).toBeNull()
  expect(opened()).not.toBeNull()
  await go(-1)
  await expect.poll(opened).toBeNull()
  expect(location.search).toBe('?state=fulfilled')
})

test('Back closes neither a dialog that is being sent nor one that is shown once, and the page stays', async () => {
  const secret = `hyl_${'a'.repeat(71)}`
  let answer = () => {}
  const { user, calls } = await openFrom('/control/openinterfaces', {
    createApiToken: () =>
      new Promise(resolve => {
        answer = () => resolve({ token_id: newId(), secret })
      }),
  })
  await user.click(await screen.findByRole('button', { name: '创建令牌' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText('名称'), '人事系统')
  await user.click(dialog.getByRole('checkbox', { name: '读取部门与员工' }))
  await user.click(dialog.getByRole('button', { name: /创建令牌/ }))
  await expect.poll(() => calls('createApiToken')).toHaveLength(1)
  await go(-1)
  expect(dialogOpen()).not.toBeNull()
  answer()
  await screen.findByText(secret)
  await go(-1)
  await go(-1)
  screen.getByText(secret)
  expect(location.pathname).toBe('/control/openinterfaces')
  await user.click(screen.getByRole('button', { name: '我已保存' }))
  await go(-1)
  await expect.poll(() => location.pathname).toBe('/control/company')
})
