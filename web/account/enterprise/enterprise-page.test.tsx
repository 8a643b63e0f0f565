import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { session } from '#web/data/session.ts'
import { userInfo } from '#web/testing/browser.ts'
import { lost, openPage, refuse } from '#web/testing/open-page.tsx'

test('an answer of the provider in another tab says so, and leaves nothing of it in the address', async () => {
  const { calls } = openPage('/enterprise?code=c1&state=company.x')
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toMatch(/请重新开始，并在同一个标签页里完成/)
  expect(location.search).toBe('')
  expect(calls('completeCompanySignIn')).toEqual([])
})

test('a search that failed can be sent again as it is', async () => {
  const { user, calls, answers } = openPage('/enterprise', { findCompanySignIn: lost })
  await user.type(await screen.findByLabelText('工作邮箱或邮箱域名'), 'name@example.com')
  await user.click(screen.getByRole('checkbox'))
  const send = async () => user.click(screen.getByRole('button', { name: '前往企业的登录页' }))
  await send()
  await screen.findByText(/网络/, { selector: '.toast *' })
  answers.findCompanySignIn = refuse(429, '请求过于频繁，请稍后再试')
  await send()
  await screen.findByText('请求过于频繁，请稍后再试', { selector: '.toast *' })
  answers.findCompanySignIn = { list: [] }
  for (const times of [3, 4]) {
    await send()
    await screen.findByText(/^没有企业以这个邮箱域名启用企业登录/)
    expect(calls('findCompanySignIn')).toHaveLength(times)
  }
})

test('the entry of a company shows the form alone', async () => {
  openPage('/enterprise?company=x')
  await screen.findByRole('heading', { name: '企业登录' })
  expect(screen.queryByRole('alert')).toBeNull()
  expect(location.search).toBe('?company=x')
})

test.each([
  { wanted: '/control/ticket?state=open', chosen: undefined, to: '/control/ticket?state=open' },
  { wanted: undefined, chosen: '/control/buyvirtual?region=jp-tokyo', to: '/control/buyvirtual?region=jp-tokyo' },
  { wanted: undefined, chosen: undefined, to: '/control/company' },
])('a login by the company leads back to $to and ends the one before on the server', async ({ wanted, chosen, to }) => {
  const visits: unknown[] = []
  vi.spyOn(location, 'assign').mockImplementation(address => void visits.push(address))
  sessionStorage.setItem('hyl_sign_in', JSON.stringify({ secret: 's'.repeat(43), state: 'company.x' }))
  if (wanted) sessionStorage.setItem('hyl_wanted', wanted)
  const opened = { sid: 'b'.repeat(43), user_status: 1 as const, signature: '', user_info: userInfo }
  const { calls } = openPage('/enterprise?code=c1&state=company.x', {
    completeCompanySignIn() {
      session.setUserInfo(userInfo)
      if (chosen) localStorage.setItem('hyl_chosen', chosen)
      return { purpose: 'login', opened }
    },
    signOut: {},
  })
  await vi.waitFor(() => expect(visits).toEqual([to]))
  expect(calls('signOut')).toHaveLength(1)
  expect(localStorage.getItem('token')).toBe('b'.repeat(43))
  expect([sessionStorage.getItem('hyl_wanted'), localStorage.getItem('hyl_chosen')]).toEqual([null, null])
})
