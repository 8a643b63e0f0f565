import { cleanup, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { newId } from '#web/testing/answers.ts'
import { openOffice } from '#web/testing/open-office.tsx'

const entry = (action: string, before: string, after: string) => ({
  audit_id: newId(),
  at: '2026-11-27T08:00:00.000Z',
  actor_name: '林文',
  action,
  target: `company:${newId()}`,
  target_name: '蓝帆',
  before: { reason: before },
  after: { reason: after },
})
const list = [entry('company.frozen', '甲', '乙'), entry('company.unfrozen', '丙', '丁')]

test('a click on a row, Enter and its button all open the one drawer with what was before and after', async () => {
  for (const opening of ['click', 'enter', 'button'] as const) {
    const { user } = openOffice('/operations/audit', ['owner'], { getAuditList: { list, total: 2, named: [] } })
    const cell = await screen.findByText('冻结企业', { selector: 'td' })
    if (opening === 'click') await user.click(cell)
    else if (opening === 'enter') await user.keyboard('j{Enter}')
    else await user.click(screen.getAllByRole('button', { name: '内容' })[0] as HTMLElement)
    const dialog = await screen.findByRole('dialog', { name: '冻结企业' })
    expect(within(dialog).getByRole('row', { name: /甲/ }).textContent).toMatch(/甲.*乙/)
    expect(screen.getAllByRole('dialog')).toHaveLength(1)
    cleanup()
  }
})

test('the drawer goes on to the next entry of the list and back', async () => {
  const { user } = openOffice('/operations/audit', ['owner'], { getAuditList: { list, total: 2, named: [] } })
  await user.click(await screen.findByText('冻结企业', { selector: 'td' }))
  const first = within(await screen.findByRole('dialog', { name: '冻结企业' }))
  expect(first.getByRole('button', { name: '上一条' })).toHaveProperty('disabled', true)
  await user.click(first.getByRole('button', { name: '下一条' }))
  const second = within(await screen.findByRole('dialog', { name: '解除冻结' }))
  expect(second.getByRole('row', { name: /丙/ }).textContent).toMatch(/丙.*丁/)
  await user.click(second.getByRole('button', { name: '上一条' }))
  await screen.findByRole('dialog', { name: '冻结企业' })
})
