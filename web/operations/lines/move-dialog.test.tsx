import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { newId } from '#web/testing/answers.ts'
import { openOperationsPage } from '#web/testing/open-operations-page.tsx'
import { lost, refuse } from '#web/testing/open-page.tsx'
import { operatedLinePath } from '../paths.ts'

const line = { company_id: newId(), line_id: newId() }
const address_id = newId()
const free = [
  { address_id: newId(), address: '203.0.113.7' },
  { address_id: newId(), address: '203.0.113.8' },
]

async function open(moveLine: () => typeof lost | ReturnType<typeof refuse>) {
  const page = openOperationsPage(operatedLinePath(line), {
    getOperatedLine: { ...line, state: 'active', address: '203.0.113.1', address_id },
    getMoveTargets: ({ keyword = '' }) => {
      const list = free.filter(({ address }) => address.includes(keyword))
      return { list, total: list.length }
    },
    moveLine,
  })
  await page.user.click(await screen.findByRole('button', { name: '更换地址' }))
  const dialog = within(await screen.findByRole('dialog'))
  await page.user.click(await dialog.findByRole('radio', { name: '203.0.113.7' }))
  await page.user.type(dialog.getByRole('textbox', { name: '原因' }), '被屏蔽')
  // The button returns to normal shortly after the answer.
  const press = async () => page.user.click(await dialog.findByRole('button', { name: '更换' }))
  return { ...page, dialog, press }
}
const chosen = (dialog: Awaited<ReturnType<typeof open>>['dialog']) =>
  dialog.getAllByRole<HTMLInputElement>('radio', { checked: true }).map(({ value }) => value)

test('a move without an answer is sent again as it was, from the address that was seen', async () => {
  const { calls, dialog, press } = await open(() => lost)
  await press()
  await dialog.findByRole('alert')
  expect(chosen(dialog)).toContain(free[0]?.address_id)
  await press()
  await expect.poll(() => calls('moveLine')).toHaveLength(2)
  const [first, second] = calls('moveLine')
  expect(first).toMatchObject({ from_address_id: address_id, address_id: free[0]?.address_id })
  expect(second).toEqual(first)
})

test('an address that somebody else took is chosen no longer', async () => {
  const { dialog, press, calls } = await open(() => refuse(-52002, '该地址刚刚被绑定，请另选一个'))
  await press()
  await dialog.findByText('该地址刚刚被绑定，请另选一个')
  await expect.poll(() => chosen(dialog)).not.toContain(free[0]?.address_id)
  await press()
  await dialog.findByText('请选择新地址')
  expect(calls('moveLine')).toHaveLength(1)
})

test('a chosen address that the search has left out is named', async () => {
  const { user, dialog } = await open(() => lost)
  expect(dialog.queryByText(/已选/)).toBeNull()
  await user.type(dialog.getByRole('searchbox', { name: '搜索新地址' }), '113.8')
  const note = await dialog.findByText(/已选/)
  expect(note.textContent).toContain('203.0.113.7')
})

test.each([
  [false, ['更换地址', '延期', '恢复']],
  [true, ['更换地址']],
])('a suspended line whose refund is undecided (%s) offers only what can be done', async (refunding, names) => {
  const shown = { ...line, state: 'suspended' as const, address: '203.0.113.1', address_id, refunding }
  openOperationsPage(operatedLinePath(line), { getOperatedLine: shown })
  await screen.findByRole('button', { name: '更换地址' })
  const buttons = screen.getAllByRole('button').map(({ textContent }) => textContent)
  expect(buttons.filter(name => /更换地址|延期|恢复|暂停/.test(name ?? ''))).toEqual(names)
})

test('what becomes of the present address is named above its choices', async () => {
  const { dialog } = await open(() => lost)
  dialog.getByRole('radiogroup', { name: '原地址' })
  dialog.getByText('原因', { selector: 'label' })
})
