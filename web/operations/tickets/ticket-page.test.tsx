import { cleanup, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { newId } from '#web/testing/answers.ts'
import { openOffice } from '#web/testing/open-office.tsx'
import { refuse } from '#web/testing/open-page.tsx'

const ticket = {
  ticket_id: newId(),
  subject: '东京专线打不开',
  number: 'T261123000001',
  state: 'open' as const,
  assignee_id: null,
  assignee_name: null,
  order_number: null,
  updated_at: '2026-11-23T01:00:00.000Z',
}
const { ticket_id, updated_at } = ticket

const path = `/operations/tickets/${ticket.ticket_id}`
const colleague = { operator_id: newId(), name: '李四', tickets: 3 }
const values = { getSupportTicket: { ...ticket, entries: [] }, getOwnNoticeList: { list: [] } }

test('when a colleague was faster the operator is told, and the page shows the assignee', async () => {
  let taken = false
  const { user } = openOffice(path, ['support'], {
    ...values,
    getSupportTicket: () => ({ ...ticket, entries: [], ...(taken && { assignee_id: newId(), assignee_name: '王五' }) }),
    takeTicket: () => {
      taken = true
      return refuse(-57003, '工单或跟进的状态已变化，请刷新后查看')
    },
  })
  await user.click(await screen.findByRole('button', { name: '领取' }))
  await screen.findByText('工单或跟进的状态已变化，请刷新后查看')
  await screen.findByText('王五')
  expect(screen.queryByRole('button', { name: '领取' })).toBeNull()
})

test('a note is never sent to the company, nor an answer stored as a note', async () => {
  const { user, calls } = openOffice(path, ['finance'], { ...values, noteTicket: {}, answerTicket: {} })
  await user.type(await screen.findByRole('textbox', { name: /答复（企业会看到/ }), '已更换线路')
  await user.click(screen.getByRole('checkbox', { name: '答复后关闭工单' }))
  await user.click(screen.getByRole('button', { name: /^答\s?复$/ }))
  await expect
    .poll(() => calls('answerTicket').map(({ input }) => input))
    .toEqual([{ ticket_id, updated_at, text: '已更换线路', close: true, file_ids: [] }])
  await user.click(screen.getByText('内部备注'))
  await user.type(await screen.findByRole('textbox', { name: '内部备注（企业看不到）' }), '对方运营商的问题')
  await user.click(screen.getByRole('button', { name: /^记\s?下$/ }))
  await expect
    .poll(() => calls('noteTicket').map(({ input }) => input))
    .toEqual([{ ticket_id: ticket.ticket_id, text: '对方运营商的问题' }])
  expect(calls('answerTicket')).toHaveLength(1)
})

test('after an answer was sent by the keyboard the next one can be written', async () => {
  const { user, calls } = openOffice(path, ['support'], { ...values, answerTicket: {} })
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /答复（企业会看到/ })
  await user.type(field, '已更换线路{Control>}{Enter}{/Control}')
  await expect.poll(() => calls('answerTicket')).toHaveLength(1)
  await expect.poll(() => field.value).toBe('')
  expect(document.activeElement).toBe(field)
  await user.keyboard('还有一事{Control>}{Enter}{/Control}')
  await expect.poll(() => calls('answerTicket').at(-1)?.input).toMatchObject({ text: '还有一事', close: false })
})

test('an answer that has not seen the newest message is kept, and can be sent once that is shown', async () => {
  const newer = '2026-11-23T01:00:05.000Z'
  const entries = [{ kind: 'message' as const, text: '又断了', files: [] }]
  let replied = false
  const { user, calls } = openOffice(path, ['support'], {
    ...values,
    getSupportTicket: () => (replied ? { ...ticket, updated_at: newer, entries } : { ...ticket, entries: [] }),
    answerTicket: () => {
      if (replied) return {}
      replied = true
      return refuse(-57006, '工单有了新的往来或改动，请看过后再提交')
    },
  })
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /答复（企业会看到/ })
  await user.type(field, '已恢复')
  await user.click(screen.getByRole('button', { name: /^答\s?复$/ }))
  const problem = await screen.findByText('工单有了新的往来或改动，请看过后再提交')
  expect(problem.closest('.ant-form-item')?.contains(field)).toBe(true)
  await screen.findByText('又断了')
  expect(field.value).toBe('已恢复')
  await user.click(screen.getByRole('button', { name: /^答\s?复$/ }))
  await expect
    .poll(() => calls('answerTicket').map(({ input }) => input))
    .toMatchObject([{ updated_at }, { updated_at: newer }])
})

test('a begun answer with its files outlives a note in between and a reload, and the note its own', async () => {
  const file_id = newId()
  const office = {
    ...values,
    getSelf: { operator_id: newId(), roles: ['support' as const] },
    uploadTicketFile: { file_id },
    answerTicket: {},
  }
  const answerField = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: /答复（企业会看到/ })
  const noteField = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: '内部备注（企业看不到）' })
  const first = openOffice(path, ['support'], office)
  await first.user.type(await answerField(), '线路已更换')
  const [file] = screen.getAllByLabelText<HTMLInputElement>('附件')
  await first.user.upload(file as HTMLInputElement, new File(['%PDF-'], '说明.pdf', { type: 'application/pdf' }))
  await screen.findByText('说明.pdf')
  await first.user.click(screen.getByText('内部备注'))
  await first.user.type(await noteField(), '等运营商')
  await first.user.click(screen.getByText('答复企业'))
  expect((await answerField()).value).toBe('线路已更换')
  screen.getByText('说明.pdf')

  cleanup()
  const again = openOffice(path, ['support'], office)
  expect((await answerField()).value).toBe('线路已更换')
  expect((await noteField()).value).toBe('等运营商')
  await screen.findByText('说明.pdf')
  await again.user.click(screen.getByRole('button', { name: /^答\s?复$/ }))
  const answered = { ticket_id, updated_at, text: '线路已更换', close: false, file_ids: [file_id] }
  await expect.poll(() => again.calls('answerTicket').map(({ input }) => input)).toEqual([answered])
  await expect.poll(async () => (await answerField()).value).toBe('')
  expect(screen.getAllByText(/已恢复上次/)).toHaveLength(1)

  cleanup()
  openOffice(path, ['support'], office)
  expect((await noteField()).value).toBe('等运营商')
  expect((await answerField()).value).toBe('')
})

test('handing over sends the assignee shown on the page', async () => {
  const { user, calls } = openOffice(path, ['support'], {
    ...values,
    getTicketAssignees: { list: [colleague] },
    handOverTicket: {},
  })
  await user.click(await screen.findByRole('button', { name: /^转\s?交$/ }))
  const dialog = within(await screen.findByRole('dialog', { name: /转交/ }))
  await user.click(dialog.getByRole('combobox', { name: '转交给' }))
  await user.click(await screen.findByText('李四（3 个未结）'))
  await user.type(dialog.getByRole('textbox'), '请看发票')
  await user.click(dialog.getByRole('button', { name: /^转\s?交$/ }))
  const input = { ticket_id: ticket.ticket_id, from: null, to: colleague.operator_id, note: '请看发票' }
  await expect.poll(() => calls('handOverTicket').map(each => each.input)).toEqual([input])
})

test('an auditor can read the ticket but not act on it', async () => {
  openOffice(path, ['auditor'], values)
  await screen.findByRole('heading', { name: '东京专线打不开' })
  expect(screen.queryByRole('button', { name: /领取|转\s?交|关\s?闭|答\s?复/ })).toBeNull()
})

const about = { invoice_id: newId(), invoice_number: '26117001', month: '2026-02', company_name: '远帆' }

test('the subject of a ticket is linked for those who may open it', async () => {
  const company_id = newId()
  openOffice(path, ['finance'], { ...values, getSupportTicket: { ...ticket, ...about, company_id, entries: [] } })
  const invoice = await screen.findByRole('link', { name: '26117001' })
  expect(invoice.getAttribute('href')).toBe('/operations/invoices?state=all&keyword=26117001')
  const month = screen.getByRole('link', { name: '2026-02 的余额与对账单' })
  expect(month.getAttribute('href')).toBe(`/operations/balances/${company_id}?from=2026-02-01&to=2026-02-28`)
})

test('the subject of a ticket is only named for others', async () => {
  openOffice(path, ['network'], { ...values, getSupportTicket: { ...ticket, ...about, entries: [] } })
  await screen.findByText('26117001')
  await screen.findByText('2026-02 的余额与对账单')
  expect(screen.queryByRole('link', { name: '26117001' })).toBeNull()
})
