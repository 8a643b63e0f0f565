import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { employeePath } from '#contract/paths.ts'
import { newId } from '#web/testing/answers.ts'
import { openPage } from '#web/testing/open-page.tsx'

/** The test's browser has no layout, so any position can be scrolled to. */
function scroller() {
  const element = document.querySelector<HTMLElement>('.scroller') ?? expect.unreachable('the page has no frame')
  element.scrollTo = (_: unknown, top?: number) => scrollBy(top ?? 0)
  const scrollBy = (top: number) => {
    element.scrollTop = top
    element.dispatchEvent(new Event('scroll'))
  }
  return { scroll: scrollBy, top: () => element.scrollTop }
}
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

test('a page opens at its top unless its own tab was open', async () => {
  const people = [
    { employee_id: newId(), name: '陈雨桐', state: 'active' as const },
    { employee_id: newId(), name: '何子轩', state: 'active' as const },
  ]
  const { user } = openPage('/control/employeetime', {
    getCompanyUserList: { list: people, total: 2 },
    getCompanyUserDetail: input => ({
      employee: people.find(({ employee_id }) => employee_id === input.employee_id) ?? {},
    }),
  })
  const { scroll, top } = scroller()
  const tabs = await screen.findByRole('navigation', { name: '已打开的页面' })
  await user.click(await screen.findByRole('link', { name: '陈雨桐' }))
  await heading('陈雨桐')
  expect(location.pathname + location.search).toBe(employeePath(people[0]?.employee_id ?? ''))
  scroll(400)
  await user.click(screen.getByRole('link', { name: '员工与时长', current: false }))
  expect(top()).toBe(0)
  // The tab leads back to the position at which it was left.
  await user.click(within(tabs).getByRole('link', { name: '陈雨桐' }))
  await heading('陈雨桐')
  expect(top()).toBe(400)
  history.pushState(null, '', employeePath(people[1]?.employee_id ?? ''))
  dispatchEvent(new PopStateEvent('popstate'))
  await heading('何子轩')
  expect(top()).toBe(0)
  await waitFor(() => expect(document.title).toBe('何子轩 - 员工详情 - 海易联'))
  // Each person has a tab under their name.
  await within(tabs).findByRole('link', { name: '何子轩', current: 'page' })
  within(tabs).getByRole('link', { name: '陈雨桐' })
  scroll(300)
  await user.click(screen.getByRole('button', { name: '关闭 何子轩' }))
  await heading('陈雨桐')
  await user.click(within(tabs).getByRole('link', { name: '员工与时长' }))
  await user.click(await screen.findByRole('link', { name: '何子轩' }))
  await heading('何子轩')
  await waitFor(() => expect(top()).toBe(0))
})
