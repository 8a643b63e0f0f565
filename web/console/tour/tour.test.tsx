import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { store } from '#web/data/store.ts'
import { manager, openPage } from '#web/testing/open-page.tsx'

const info = { is_company_manager: 1, phone: '13800000001', company_name: '深圳市蓝帆有限公司' } as const
const first = { wGetUserInfo: { user_status: 1, user_info: { ...info, toured: false } } } as const
/** jsdom has no layout, so elements must be made to look visible. */
const laidOut = () => vi.spyOn(HTMLElement.prototype, 'getClientRects').mockReturnValue([{}] as unknown as DOMRectList)

beforeEach(() => store.set({ tour: null }))

test('the tour is offered on the first visit, operated by keyboard, and remembered per account', async () => {
  laidOut()
  const { user, calls } = openPage('/control/company', first)
  const start = await screen.findByRole('button', { name: '开始导览' })
  start.focus()
  await user.keyboard('{Enter}')
  const dialog = await screen.findByRole('dialog', { name: /菜单/ })
  await waitFor(() => expect(dialog).toBe(document.activeElement))
  expect(dialog.getAttribute('aria-modal')).toBeNull()
  await user.keyboard('{Enter}')
  await screen.findByRole('dialog', { name: /搜索与命令/ })
  await user.keyboard('{ArrowLeft}')
  await screen.findByRole('dialog', { name: /菜单/ })
  await user.keyboard('{ArrowRight}')
  await screen.findByRole('dialog', { name: /搜索与命令/ })
  expect(calls('endTour')).toHaveLength(0)
  // The page below remains usable, including its single-key shortcuts.
  await user.keyboard('?')
  const keys = await screen.findByRole('dialog', { name: '键盘' })
  await user.click(within(keys).getByRole('button', { name: '关闭' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: '键盘' })).toBeNull())
  screen.getByRole('dialog', { name: /搜索与命令/ }).focus()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(calls('endTour')).toHaveLength(1)
  expect(screen.queryByRole('button', { name: '开始导览' })).toBeNull()
})

test('the offer is made on the home page alone, and once', async () => {
  const { user, calls } = openPage('/control/company', first)
  await screen.findByRole('button', { name: '开始导览' })
  await user.click(screen.getByRole('link', { name: '设备' }))
  await screen.findByRole('heading', { name: '设备', level: 1 })
  expect(screen.queryByRole('button', { name: '开始导览' })).toBeNull()
  await waitFor(() => expect(calls('endTour')).toHaveLength(1))
  await user.click(
    within(screen.getByRole('navigation', { name: '控制台菜单' })).getByRole('link', { name: '企业信息' }),
  )
  await screen.findByRole('heading', { name: '待办' })
  expect(screen.queryByRole('button', { name: '开始导览' })).toBeNull()
})

test('the offer names no key to a person with a touch screen', async () => {
  const media = { addEventListener() {}, removeEventListener() {} }
  vi.stubGlobal('matchMedia', (query: string) => ({ ...media, matches: query === '(pointer: coarse)' }))
  openPage('/control/company', first)
  const offer = await screen.findByRole('complementary', { name: '第一次用控制台？' })
  expect(offer.textContent).toContain('以后在“搜索与命令”里能再看。')
  expect(offer.textContent).not.toContain('?')
})

test('the help of the keyboard leads to the tour again', async () => {
  laidOut()
  const { user } = openPage('/control/deviceManage', manager)
  await screen.findByRole('heading', { name: '设备', level: 1 })
  await user.keyboard('?')
  await user.click(await screen.findByRole('button', { name: '再看一遍导览' }))
  await screen.findByRole('dialog', { name: /菜单/ })
})

test('the tour is not offered again after it was seen, and can be started from the palette', async () => {
  laidOut()
  const { user } = openPage('/control/company', {
    ...manager,
    wGetUserInfo: { user_status: 1, user_info: { ...info, toured: true } },
  })
  await screen.findByRole('heading', { name: '待办' })
  expect(screen.queryByRole('button', { name: '开始导览' })).toBeNull()
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox'), '导览')
  await screen.findByRole('option', { name: /导览/, selected: true })
  await user.keyboard('{Enter}')
  await screen.findByRole('dialog', { name: /菜单/ })
})
