import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { store } from '#web/data/store.ts'
import { newId } from '#web/testing/answers.ts'
import { openPage } from '#web/testing/open-page.tsx'
import { menu } from './menu.tsx'

test.each(menu.map(({ path, name }) => [path, name]))('%s is the console page %s', async (path, name) => {
  openPage(path)
  await waitFor(() => expect(document.title).toBe(`${name} - 海易联`))
  expect(screen.queryByText('页面不存在')).toBeNull()
})

test('a wrong address in the console offers a search, and the way back, which asks for the role first', async () => {
  const { user, calls } = openPage('/control/nothing', { checkManager: { is_company_manager: 1 } })
  await screen.findByRole('heading', { name: '页面不存在' })
  expect(screen.getByRole('search').getAttribute('action')).toBe('/help')
  expect(screen.getByRole('searchbox', { name: '搜索帮助中心' }).getAttribute('name')).toBe('q')
  const back = screen.getByRole('link', { name: '回到控制台' })
  expect(back.getAttribute('href')).toBe('/control')
  await user.click(back)
  await waitFor(() => expect(location.pathname).toBe('/control/managepersonal'))
  expect(calls('checkManager')).toHaveLength(1)
})

/** Returns to the console as the header's 控制台 does from a public page, which is a separate document. */
function comeBack(menu: { id: number; name: string }, tabs: { id: number; name: string; path: string }[] = []) {
  store.set({ menu, tabs })
  return openPage('/control')
}

test('the way back into the console leads to the open tab at its own address, and leaves that as it is', async () => {
  const path = `/pages/buySuccess/buySuccess?order_id=${newId()}`
  const result = { id: 51, name: '订单结果' }
  const { calls } = comeBack(result, [{ ...result, path }])
  await expect.poll(() => location.pathname + location.search).toBe(path)
  await expect.poll(() => calls('getOrderDetailByOrderId')).toHaveLength(1)
  expect(store.get().tabs).toEqual([{ ...result, path }])
})

test('of two people who are open the way back leads to the one who was shown last', async () => {
  const [one, two] = [newId(), newId()].map(id => `/control/employeedetails?employee_id=${id}`)
  const page = { id: menu.find(({ name }) => name === '员工详情')?.id ?? 0, name: '员工详情' }
  store.set({ tabs: [one, two].map(path => ({ ...page, path: path ?? '' })), menu: { ...page, path: two ?? '' } })
  openPage('/control')
  await expect.poll(() => location.pathname + location.search).toBe(two)
})

test.each(menu.filter(({ under }) => under))(
  'without its tab, $name leads back to where it was reached from',
  async entry => {
    comeBack(entry)
    await expect.poll(() => location.pathname).toBe(entry.under)
  },
)
