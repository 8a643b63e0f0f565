import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { manager, openPage } from '#web/testing/open-page.tsx'

const info = { is_company_manager: 1, phone: '13800000001', company_name: '深圳市蓝帆有限公司' } as const
const first = { wGetUserInfo: { user_status: 1, user_info: { ...info, toured: false } } } as const
/** Nothing is laid out here. */
const laidOut = () => vi.spyOn(HTMLElement.prototype, 'getClientRects').mockReturnValue([{}] as unknown as DOMRectList)

test('the tour is offered at the first entry, walked by keys alone, and remembered by the account', async () => {
  laidOut()
  const { user, calls } = openPage('/control/company', first)
  const start = await screen.findByRole('button', { name: '开始导览' })
  start.focus()
  await user.keyboard('{Enter}')
  const dialog = await screen.findByRole('dialog', { name: /菜单/ })
  expect(dialog).toBe(document.activeElement)
  expect(dialog.getAttribute('aria-modal')).toBeNull()
  await user.keyboard('{ArrowRight}')
  await screen.findByRole('dialog', { name: /搜索与命令/ })
  await user.keyboard('{ArrowLeft}')
  await screen.findByRole('dialog', { name: /菜单/ })
  expect(calls('endTour')).toHaveLength(0)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(calls('endTour')).toHaveLength(1)
  expect(screen.queryByRole('button', { name: '开始导览' })).toBeNull()
})

test('whoever has seen it is not asked, and calls it from the palette', async () => {
  laidOut()
  const { user } = openPage('/control/company', {
    ...manager,
    wGetUserInfo: { user_status: 1, user_info: { ...info, toured: true } },
  })
  await screen.findByRole('heading', { name: '待办' })
  expect(screen.queryByRole('button', { name: '开始导览' })).toBeNull()
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox'), '导览')
  await user.keyboard('{Enter}')
  await screen.findByRole('dialog', { name: /菜单/ })
})
