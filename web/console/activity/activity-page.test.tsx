import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { paths } from '#contract/paths.ts'
import { openPage, refuse } from '#web/testing/open-page.tsx'

const entry = (id: number, more: object) => ({
  activity_id: `00000000-0000-4000-8000-00000000000${id}`,
  at: '2026-11-20T02:00:00.000Z',
  actor_kind: 'account' as const,
  actor_name: '林海舟',
  action: 'employee.assigned' as const,
  subject_kind: 'employee',
  subject_id: `00000000-0000-4000-8000-00000000001${id}`,
  subject_name: '陈雨桐',
  detail: '30 天',
  undoable: false,
  undone_at: null,
  ...more,
})
const [open, settled] = [
  entry(1, { undoable: true }),
  entry(2, { subject_name: '周明', undone_at: '2026-11-20T02:03:00.000Z' }),
]
const log = { getCompanyActivity: { list: [open, settled], total: 2, more: false } }

test('only entries that can be undone offer it, and the list then shows the undo', async () => {
  const { user, calls, answers } = openPage(paths.activity, log)
  const row = (await screen.findByRole('link', { name: '陈雨桐' })).closest('tr') as HTMLElement
  const other = screen.getByRole('link', { name: '周明' }).closest('tr') as HTMLElement
  expect(within(other).queryByRole('button', { name: /撤销/ })).toBeNull()
  expect(within(other).getByText('已撤销')).toBeTruthy()
  answers.getCompanyActivity = {
    list: [{ ...open, undoable: false, undone_at: settled.undone_at }],
    total: 1,
    more: false,
  }
  await user.click(within(row).getByRole('button', { name: '撤销：分配时长 陈雨桐' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: /^撤销/ })).toBeNull())
  expect(calls('undoActivity')).toEqual([{ activity_id: open.activity_id }])
})

test('a refused undo is reported, and the entry stays', async () => {
  const { user } = openPage(paths.activity, { ...log, undoActivity: refuse(-54002, '这之后情况有变，不能撤销') })
  await user.click(await screen.findByRole('button', { name: '撤销：分配时长 陈雨桐' }))
  await screen.findByText('这之后情况有变，不能撤销')
  await screen.findByRole('button', { name: '撤销：分配时长 陈雨桐' })
})

test('the address filters the entries by person', async () => {
  const { calls } = openPage(`${paths.activity}?employee_id=${open.subject_id}&action=employee.assigned`, log)
  await screen.findByRole('link', { name: '陈雨桐' })
  expect(calls('getCompanyActivity')[0]).toMatchObject({ employee_id: open.subject_id, action: 'employee.assigned' })
})

test('a reader gets no link to the tickets and proposals that the duty does not include', async () => {
  openPage(paths.activity, {
    wGetUserInfo: { user_status: 1, user_info: { is_company_manager: 1, duty: 'reader' } },
    getCompanyActivity: {
      list: [
        entry(1, {}),
        entry(2, { action: 'ticket.opened', subject_kind: 'ticket', subject_name: '东京专线打不开' }),
        entry(3, { action: 'proposal.sent', subject_kind: 'proposal', subject_name: 'B2611230001' }),
      ],
      total: 3,
      more: false,
    },
  })
  await screen.findByText('东京专线打不开')
  await screen.findByRole('link', { name: '陈雨桐' })
  await waitFor(() => expect(screen.queryByRole('link', { name: '东京专线打不开' })).toBeNull())
  expect(screen.queryByRole('link', { name: 'B2611230001' })).toBeNull()
})
