import { cleanup, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { newTicketPath } from '#contract/paths.ts'
import { announceCompanyChange } from '#web/data/company-change.ts'
import { openPage, refuse } from '#web/testing/open-page.tsx'

const ticket = {
  ticket_id: crypto.randomUUID(),
  subject: '东京专线打不开',
  number: 'T261123000001',
  state: 'answered' as const,
}

test('the link beside a failed payment opens a ticket about its order', async () => {
  const order_id = crypto.randomUUID()
  const { user, calls } = openPage(`/control/tickets?new=1&order=${order_id}`, {
    getTicketList: { list: [], total: 0 },
    openTicket: { ticket_id: ticket.ticket_id },
    getTicket: { ...ticket, entries: [] },
  })
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: '提交' }))
  await dialog.findByText('请输入标题')
  await user.type(dialog.getByRole('textbox', { name: '标题' }), '付款失败')
  await user.type(dialog.getByRole('textbox', { name: '内容' }), '银行已扣款')
  await user.click(dialog.getByRole('button', { name: '提交' }))
  await expect
    .poll(() => calls('openTicket'))
    .toEqual([{ topic: 'payment', subject: '付款失败', text: '银行已扣款', order_id, file_ids: [] }])
  await screen.findByRole('button', { name: '已解决，关闭工单' })
})

test('after the drawer of a ticket just submitted, the focus is on that ticket in the list', async () => {
  let list: object[] = []
  const { user } = openPage('/control/tickets', {
    getTicketList: () => ({ list, total: list.length }) as never,
    openTicket: () => {
      list = [ticket]
      return { ticket_id: ticket.ticket_id }
    },
    getTicket: { ...ticket, entries: [] },
  })
  await screen.findByRole('heading', { name: '还没有工单' })
  const [, begin] = screen.getAllByRole('button', { name: /提交工单$/ })
  if (begin) await user.click(begin)
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('combobox', { name: '类别' }))
  await user.click(await screen.findByTitle('付款与退款'))
  await user.type(dialog.getByRole('textbox', { name: '标题' }), '付款失败')
  await user.type(dialog.getByRole('textbox', { name: '内容' }), '银行已扣款')
  await user.click(dialog.getByRole('button', { name: '提交' }))
  await screen.findByRole('button', { name: '已解决，关闭工单' })
  // Escape would reach no drawer: in tests antd gives all overlays the same id, and the dialog that closes takes the drawer's with it.
  await user.click(await screen.findByRole('button', { name: /^(close|关闭)$/i }))
  await expect.poll(() => document.activeElement).toBe(screen.getByRole('button', { name: ticket.subject }))
})

test('a ticket from a statement or an invoice starts with a subject and refers to it', async () => {
  const invoice_id = crypto.randomUUID()
  const { user, calls } = openPage(newTicketPath({ invoiceId: invoice_id, subject: '发票 26117 的疑问' }), {
    getTicketList: { list: [], total: 0 },
    openTicket: { ticket_id: ticket.ticket_id },
    getTicket: { ...ticket, month: '2026-10', entries: [] },
  })
  const dialog = within(await screen.findByRole('dialog'))
  dialog.getByText('工单会附上有关的发票，客服不必再问。')
  await user.type(dialog.getByRole('textbox', { name: '内容' }), '税号写错了')
  await user.click(dialog.getByRole('button', { name: '提交' }))
  await expect
    .poll(() => calls('openTicket'))
    .toEqual([{ topic: 'invoice', subject: '发票 26117 的疑问', text: '税号写错了', invoice_id, file_ids: [] }])
  const about = await screen.findByRole('link', { name: '2026-10 的余额与对账单' })
  expect(about.getAttribute('href')).toBe('/control/balance?tab=statements')
})

test('a notice leads to the answer, which can be answered; a closed ticket says that it opens again', async () => {
  const entry = { entry_id: crypto.randomUUID(), side: 'provider' as const, author_name: '客服', text: '请重启客户端' }
  const { user, calls } = openPage(`/control/tickets?ticket=${ticket.ticket_id}`, {
    getTicketList: { list: [ticket], total: 1 },
    getTicket: { ...ticket, state: 'closed', entries: [{ ...entry, files: [] }] },
    replyTicket: {},
  })
  const drawer = within(await screen.findByRole('dialog'))
  await drawer.findByText('请重启客户端')
  expect(drawer.queryByRole('button', { name: '已解决，关闭工单' })).toBeNull()
  await user.type(drawer.getByRole('textbox', { name: '补充内容（会重新打开工单）' }), '还是不行')
  // The drawer covers the page, so the key submits the drawer's form.
  await user.keyboard('{Control>}{Enter}{/Control}')
  await expect
    .poll(() => calls('replyTicket'))
    .toEqual([{ ticket_id: ticket.ticket_id, text: '还是不行', file_ids: [] }])
})

test('what is typed while an answer is sent begins the next one, and outlives a reload', async () => {
  const sent = Promise.withResolvers<object>()
  const again = async () => {
    cleanup()
    const { user, calls } = openPage(`/control/tickets?ticket=${ticket.ticket_id}`, {
      getTicketList: { list: [ticket], total: 1 },
      getTicket: { ...ticket, entries: [] },
      replyTicket: () => sent.promise,
    })
    const drawer = within(await screen.findByRole('dialog'))
    const text = await drawer.findByRole<HTMLTextAreaElement>('textbox', { name: /补充内容/ })
    return { user, calls, drawer, text }
  }
  const { user, calls, drawer, text } = await again()
  await user.type(text, '还是不行')
  await user.click(drawer.getByRole('button', { name: '发送' }))
  await expect.poll(() => calls('replyTicket')).toHaveLength(1)
  await user.type(text, '另外，新加坡也慢')
  sent.resolve({})
  await expect.poll(() => text.value).toBe('另外，新加坡也慢')
  const { text: restored } = await again()
  await expect.poll(() => restored.value).toBe('另外，新加坡也慢')
})

const chosen = (name: string) => new File(['x'], name, { type: 'image/png' })

test('an answer waits for the file that is still on its way, and one that is taken off meanwhile stays off', async () => {
  const under = [Promise.withResolvers<{ file_id: string }>(), Promise.withResolvers<{ file_id: string }>()]
  const ids = [crypto.randomUUID(), crypto.randomUUID()]
  let begun = 0
  const { user, calls } = openPage(`/control/tickets?ticket=${ticket.ticket_id}`, {
    getTicketList: { list: [ticket], total: 1 },
    getTicket: { ...ticket, entries: [] },
    uploadFile: () => under[begun++]?.promise ?? refuse(-45001, '不支持的文件'),
    replyTicket: {},
  })
  const drawer = within(await screen.findByRole('dialog'))
  await user.type(await drawer.findByRole('textbox', { name: '补充内容' }), '见截图')
  await user.upload(drawer.getByLabelText('附件'), chosen('甲.png'))
  await user.click(drawer.getByRole('button', { name: '发送' }))
  await drawer.findByText('文件还在上传，上传完成后再提交')
  expect(calls('replyTicket')).toEqual([])
  under[0]?.resolve({ file_id: ids[0] ?? '' })
  const remove = await drawer.findByRole('button', { name: '移除 甲.png' })
  await expect.poll(() => drawer.queryByText('文件还在上传，上传完成后再提交')).toBeNull()

  await user.upload(drawer.getByLabelText('附件'), chosen('乙.png'))
  await user.click(remove)
  under[1]?.resolve({ file_id: ids[1] ?? '' })
  await drawer.findByRole('button', { name: '移除 乙.png' })
  expect(drawer.queryByRole('button', { name: '移除 甲.png' })).toBeNull()
  await user.click(drawer.getByRole('button', { name: '发送' }))
  await expect
    .poll(() => calls('replyTicket'))
    .toEqual([{ ticket_id: ticket.ticket_id, text: '见截图', file_ids: [ids[1]] }])
})

test('a file opens by an address that is fetched on the click', async () => {
  const tab = { opener: window, close: vi.fn(), location: { replace: vi.fn() } }
  const open = vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
  const file = { file_id: crypto.randomUUID(), file_name: '截图.png', size: 3 }
  let read = 0
  const { user } = openPage(`/control/tickets?ticket=${ticket.ticket_id}`, {
    getTicketList: { list: [ticket], total: 1 },
    getTicket: () => {
      read += 1
      const entry = { entry_id: file.file_id, side: 'provider' as const, author_name: '客服', text: '见图' }
      return { ...ticket, entries: [{ ...entry, files: [{ ...file, url: `/files/${read}` }] }] }
    },
  })
  const link = await within(await screen.findByRole('dialog')).findByRole('link', { name: /截图\.png/ })
  const shown = Number(link.getAttribute('href')?.split('/').at(-1))
  await user.click(link)
  await expect.poll(() => tab.location.replace.mock.calls).toEqual([[`/files/${shown + 1}`]])
  expect([open.mock.calls.length, tab.opener]).toEqual([1, null])
  open.mockRestore()
})

test('what the filters leave is exported', async () => {
  const { user, calls } = openPage('/control/tickets?state=answered&keyword=东京', {
    getTicketList: { list: [ticket], total: 1 },
    exportTickets: { url: '#', file_name: '工单.xlsx', rows: 1 },
  })
  await user.click(await screen.findByRole('button', { name: /导出$/ }))
  await screen.findByText('已导出 1 行，正在下载')
  expect(calls('exportTickets')).toEqual([{ state: 'answered', keyword: '东京' }])
})

test('the answer comes into the open ticket, and what is being typed beside it stays', async () => {
  const entry = { entry_id: crypto.randomUUID(), side: 'provider' as const, author_name: '客服', text: '请重启客户端' }
  const { user, answers } = openPage(`/control/tickets?ticket=${ticket.ticket_id}`, {
    getTicketList: { list: [ticket], total: 1 },
    getTicket: { ...ticket, state: 'open', entries: [] },
  })
  const drawer = within(await screen.findByRole('dialog'))
  await user.type(await drawer.findByRole('textbox', { name: '补充内容' }), '还是不行')
  answers.getTicket = { ...ticket, entries: [{ ...entry, files: [] }] }
  announceCompanyChange()
  await drawer.findByText('请重启客户端')
  expect(drawer.getByRole('textbox', { name: '补充内容' })).toHaveProperty('value', '还是不行')
})
