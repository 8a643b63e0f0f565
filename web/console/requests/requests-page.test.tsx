import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { announceCompanyChange } from '#web/data/company-change.ts'
import { newId } from '#web/testing/answers.ts'
import { openPage, refuse } from '#web/testing/open-page.tsx'

const request = {
  request_id: crypto.randomUUID(),
  employee_id: crypto.randomUUID(),
  name: '陈雨桐',
  kind: 'line' as const,
  days: null,
  device_name: null,
  note: '要上乐天的店铺',
  state: 'open' as const,
}
const group_id = crypto.randomUUID()

test('a message’s link shows its request, and approving shows the plan first', async () => {
  const { user, calls } = openPage(`/control/requests?request=${request.request_id}`, {
    getRequestList: ({ request_id }) => ({ list: request_id === request.request_id ? [request] : [], total: 1 }),
    getVplGroupList: { list: [{ group_id, name: '日本店铺', lines: 2 }] },
    planAccess: {
      gained: {
        people: 1,
        list: [{ name: '陈雨桐', lines: 1, line_names: ['东京-01'], times: '周一至周五 09:00–18:00' }],
      },
    },
  })
  await user.click(await screen.findByRole('button', { name: '同意陈雨桐的申请：使用专线' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: '同意' }))
  await dialog.findByText('请选择专线组')
  expect(calls('approveRequest')).toEqual([])
  await user.click(dialog.getByRole('combobox', { name: '加入专线组' }))
  await user.click(await screen.findByText('日本店铺（2 条专线）'))
  await user.click(dialog.getByRole('button', { name: '工作日 9–18 点' }))
  await dialog.findByText(/陈雨桐（东京-01，周一至周五 09:00–18:00）/)
  const approve = dialog.getByRole('button', { name: '同意' })
  await expect.poll(() => approve.hasAttribute('disabled')).toBe(false)
  await user.click(approve)
  await expect
    .poll(() => calls('approveRequest'))
    .toEqual([{ request_id: request.request_id, group_id, until: null, hours: '12345 09:00-18:00' }])
})

test('a refusal requires a reason, and the focus goes on to the next request', async () => {
  const next = { ...request, request_id: crypto.randomUUID(), name: '高天佑' }
  let open = [request, next]
  const { user, calls } = openPage('/control/requests', {
    getRequestList: ({ state }) => ({ list: state === 'open' ? open : [], total: open.length }),
    refuseRequest: () => {
      open = [next]
      return {}
    },
  })
  await user.click(await screen.findByRole('button', { name: '拒绝陈雨桐的申请：使用专线' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: '拒绝' }))
  await dialog.findByText('请输入原因')
  await user.type(dialog.getByRole('textbox', { name: '原因（员工可见）' }), '项目已结束')
  await user.click(dialog.getByRole('button', { name: '拒绝' }))
  await expect.poll(() => calls('refuseRequest')).toEqual([{ request_id: request.request_id, reason: '项目已结束' }])
  await expect
    .poll(() => document.activeElement?.matches('li') && document.activeElement.textContent)
    .toMatch(/^高天佑/)
})

const decided = {
  ...request,
  state: 'refused' as const,
  reason: '项目已结束',
  decided_by: '林海舟',
  decided_at: '2026-11-24T02:00:00.000Z',
}

test('a group’s link opens its request, and once used shows who decided it', async () => {
  let current: typeof request | typeof decided = request
  const { user, calls } = openPage('/control/requests?link=a.b.1.c', {
    openRequestLink: () => ({ request: current }),
    refuseRequest: () => {
      current = decided
      return {}
    },
  })
  await user.click(await screen.findByRole('button', { name: '拒绝陈雨桐的申请：使用专线' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('textbox', { name: '原因（员工可见）' }), '项目已结束')
  await user.click(dialog.getByRole('button', { name: '拒绝' }))
  await screen.findByText(/这个链接已经用过：.+由 林海舟 处理/)
  expect(screen.queryByRole('button', { name: '同意陈雨桐的申请：使用专线' })).toBeNull()
  expect(calls('openRequestLink')[0]).toEqual({ link: 'a.b.1.c' })
})

test('an expired link says so and links to the list', async () => {
  openPage('/control/requests?link=a.b.1.c', { openRequestLink: refuse(-59707, '链接已过期，请在“员工申请”里查看') })
  await screen.findByText('链接已过期，请在“员工申请”里查看')
  expect(screen.getByRole('link', { name: '查看全部待处理' }).getAttribute('href')).toBe('/control/requests')
  expect(screen.queryByRole('button', { name: '重试' })).toBeNull()
})

test('what managers are told of is counted at the bell as soon as the company changes', async () => {
  const { answers } = openPage('/control/requests', { getNoticeList: { unread: 1 } })
  await screen.findByRole('button', { name: '通知，1 条未读' })
  answers.getNoticeList = { unread: 2 }
  announceCompanyChange()
  await screen.findByRole('button', { name: '通知，2 条未读' })
})

test('after the only request of the last page the page before it is shown', async () => {
  let open = Array.from({ length: 21 }, (_, at) => ({ ...request, request_id: newId(), name: `员工 ${at}` }))
  const { user } = openPage('/control/requests', {
    getRequestList: ({ page = 1 }) => ({ list: open.slice((page - 1) * 20, page * 20), total: open.length }),
    refuseRequest: () => {
      open = open.slice(0, 20)
      return {}
    },
  })
  await user.click(await screen.findByRole('button', { name: '下一页' }))
  await user.click(await screen.findByRole('button', { name: '拒绝员工 20的申请：使用专线' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('textbox', { name: '原因（员工可见）' }), '项目已结束')
  await user.click(dialog.getByRole('button', { name: '拒绝' }))
  await screen.findByText('员工 19')
  expect(screen.queryByText('没有待处理的申请')).toBeNull()
  expect(screen.queryByRole('button', { name: '上一页' })).toBeNull()
})

test('the keys of a list reach the requests, and Enter opens who made one', async () => {
  const { user } = openPage('/control/requests', { getRequestList: { list: [request], total: 1 } })
  await screen.findByRole('button', { name: '同意陈雨桐的申请：使用专线' })
  await user.keyboard('j{Enter}')
  await expect
    .poll(() => location.pathname + location.search)
    .toBe(`/control/employeedetails?employee_id=${request.employee_id}`)
})
