import { act, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { announceCompanyChange } from '#web/data/company-change.ts'
import { newId } from '#web/testing/answers.ts'
import { openOffice } from '#web/testing/open-office.tsx'

const ticket_id = newId()
const ticket = { ticket_id, subject: '东京专线打不开', number: 'T1', state: 'open' as const }
const entry = (place: number) => ({
  entry_id: `00000000-0000-7000-8000-${String(place).padStart(12, '0')}`,
  kind: 'message' as const,
  text: `第 ${place} 条`,
  files: [{ file_id: newId(), file_name: `附件${place}.png`, size: 10 }],
})
const all = Array.from({ length: 9 }, (_, place) => entry(place))
const texts = () =>
  within(screen.getByRole('list', { name: '往来' }))
    .getAllByText(/^第 \d 条$/)
    .map(({ textContent }) => textContent)

test('older entries are loaded part by part, without a gap when new ones move the newest part on', async () => {
  let last = 6
  const { user } = openOffice(`/operations/tickets/${ticket_id}`, ['support'], {
    getSupportTicket: ({ before }) => {
      const rows = all.filter(({ entry_id }, place) => (before ? entry_id < before : place <= last))
      return { ...ticket, entries: rows.slice(-3), older: rows.length > 3 }
    },
  })
  const more = await screen.findByRole('button', { name: '载入更早的往来' })
  expect(texts()).toEqual(['第 4 条', '第 5 条', '第 6 条'])
  // Two come while the page is open: what was read stays.
  last = 8
  await act(async () => announceCompanyChange())
  await screen.findByText('第 8 条')
  expect(texts()).toEqual(['第 4 条', '第 5 条', '第 6 条', '第 7 条', '第 8 条'])
  await user.click(more)
  await screen.findByText('第 1 条')
  await user.click(more)
  await screen.findByText('第 0 条')
  expect(texts()).toEqual(all.map(({ text }) => text))
  expect(screen.queryByRole('button', { name: '载入更早的往来' })).toBeNull()
})

test('a file is removed with a reason, also one of an older entry', async () => {
  const answers = {
    getSupportTicket: ({ before }: { before?: string | undefined }) => ({
      ...ticket,
      entries: before ? all.slice(0, 1) : all.slice(1, 2),
      older: !before,
    }),
    removeTicketFile: {},
  }
  const { user, calls } = openOffice(`/operations/tickets/${ticket_id}`, ['support'], answers)
  await user.click(await screen.findByRole('button', { name: '载入更早的往来' }))
  await user.click(await screen.findByRole('button', { name: '移除附件 附件0.png' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('textbox', { name: /原因/ }), '误传身份证')
  await user.click(dialog.getByRole('button', { name: /移\s?除/ }))
  await expect.poll(() => screen.queryByText(/附件0/, { selector: 'li a' })).toBeNull()
  expect(calls('removeTicketFile').map(({ input }) => input)).toEqual([
    { ticket_id, file_id: all[0]?.files[0]?.file_id, reason: '误传身份证' },
  ])
  screen.getByText(/附件1/, { selector: 'li a' })
})
