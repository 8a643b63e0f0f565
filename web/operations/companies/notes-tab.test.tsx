import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { newId } from '#web/testing/answers.ts'
import { openOffice } from '#web/testing/open-office.tsx'
import { day } from '#web/ui/format.ts'

const company_id = newId()
const inDays = (days: number) => day(Date.now() + days * 86_400_000)

test('an open follow-up tells how many days it is off, and one that is done does not', async () => {
  openOffice(`/operations/companies/${company_id}?tab=notes`, ['support'], {
    getCompanyOverview: { info: { company_id } },
    getCompanyNoteList: {
      list: [
        { note_id: newId(), text: '续费', follow_up_on: inDays(2), done_at: null },
        { note_id: newId(), text: '回访', follow_up_on: inDays(0), done_at: null },
        { note_id: newId(), text: '催回执', follow_up_on: inDays(-1), done_at: null },
        {
          note_id: newId(),
          text: '寄回合同',
          follow_up_on: inDays(-2),
          done_at: '2026-11-20T01:00:00.000Z',
          done_by: '周敏',
        },
      ],
      total: 4,
    },
  })
  const states = async (text: string) => (await screen.findByText(text)).closest('tr')?.textContent
  expect(await states('续费')).toContain('未完成，2 天后')
  expect(await states('回访')).toContain('未完成，今天')
  expect(await states('催回执')).toContain('未完成，1 天前')
  expect(await states('寄回合同')).not.toContain('天前')
})

test('whoever plans a follow-up and chooses nobody sees that it is their own', async () => {
  const { user } = openOffice(`/operations/companies/${company_id}?tab=notes`, ['support'], {
    getCompanyOverview: { info: { company_id } },
    getCompanyNoteList: { list: [], total: 0 },
  })
  await user.click(await screen.findByRole('button', { name: '写备注' }))
  const dialog = within(await screen.findByRole('dialog', { name: '写备注' }))
  await user.type(dialog.getByRole('textbox', { name: /跟进日期/ }), '2999-12-01{Enter}')
  await dialog.findByText('周敏（自己）')
})
