import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { session } from '#web/data/session.ts'
import { type Answers, employee, manager, openPage, refuse } from '#web/testing/open-page.tsx'

const nobody: Answers = {
  wGetUserInfo: {
    user_status: -1,
    user_info: { ...manager.wGetUserInfo.user_info, is_company_manager: 0, company_name: null },
  },
}

const navigation = () => screen.findByRole('navigation', { name: '主导航' })

test('account pages carry the five tabs with csssign and name; the console tab is for managers only', async () => {
  openPage('/personaldetails?csssign=help', employee)
  const links = within(await navigation()).getAllByRole('link')
  expect(links.map(link => decodeURI(link.getAttribute('href') ?? ''))).toEqual([
    '/?csssign=header&name=首页',
    '/download?csssign=download&name=产品下载',
    '/scene?csssign=scene&name=应用场景',
    '/cheats?csssign=cheats&name=出海攻略',
    '/help?csssign=help&name=帮助中心',
  ])
  expect(links.map(link => link.getAttribute('aria-current'))).toEqual([null, null, null, null, 'page'])
})

test.each([
  [`/invitation/${'x'.repeat(43)}`, '邀请已失效'],
  ['/enterprise', '企业登录'],
  ['/realname/nothing', '页面不存在'],
])('%s has the same header, the tabs and the way past them as the other account pages', async (address, title) => {
  openPage(address, { getInvitation: refuse(-47020, '邀请已失效') })
  const heading = await screen.findByRole('heading', { level: 1, name: title })
  expect(within(await navigation()).getByRole('link', { name: '产品下载' })).toBeTruthy()
  const main = document.getElementById('main')
  expect(main?.contains(heading)).toBe(true)
  screen.getByRole('link', { name: '跳到正文' }).click()
  expect(document.activeElement).toBe(main)
  // The end of the bar holds the account menu, or the link to the login.
  expect(screen.queryByRole('link', { name: '手机号登录' })).toBeNull()
  screen.getByRole('button', { name: /账号菜单/ })
  act(() => session.emptyTab())
  expect(screen.getByRole('link', { name: '手机号登录' }).getAttribute('href')).toBe('/?sign=1')
  expect(screen.queryByRole('button', { name: /账号菜单/ })).toBeNull()
})

test('an invitation stays where it is when the session of the browser has ended', async () => {
  const ended = { getInvitation: refuse(-47020, '邀请已失效'), getNoticeList: refuse(-41004, '登录已过期') }
  const { calls } = openPage(`/invitation/${'x'.repeat(43)}`, ended)
  await screen.findByRole('heading', { level: 1, name: '邀请已失效' })
  expect([session.sid() !== '', calls('getNoticeList')]).toEqual([true, []])
})

test('clicking 控制台 checks the role first, and opens what the answer allows', async () => {
  const { user, calls, answers } = openPage('/personaldetails', { checkManager: refuse(500, '服务出现问题') })
  const click = async () => user.click(within(await navigation()).getByRole('link', { name: '控制台' }))
  await click()
  await screen.findByText('服务出现问题')
  expect(location.pathname).toBe('/personaldetails')
  answers.checkManager = { is_company_manager: 1 }
  await click()
  await waitFor(() => expect(location.pathname).toBe('/control/managepersonal'))
  expect(calls('checkManager')).toHaveLength(2)
})

test('a click for a new tab is left to the browser: the console asks for the role itself', async () => {
  const { user, calls } = openPage('/personaldetails')
  const entry = within(await navigation()).getByRole('link', { name: '控制台' })
  let left: boolean | undefined
  entry.addEventListener('click', event => {
    // React's own listener is attached further out.
    queueMicrotask(() => {
      left = !event.defaultPrevented
    })
  })
  await user.keyboard('{Control>}')
  await user.click(entry)
  await waitFor(() => expect(left).toBe(true))
  expect(calls('checkManager')).toEqual([])
})

test('a former manager stays on their details page after clicking the console tab', async () => {
  const { user, calls, answers } = openPage('/test', { checkManager: { is_company_manager: 0 } })
  const entry = within(await navigation()).getByRole('link', { name: '控制台' })
  Object.assign(answers, employee)
  await user.click(entry)
  await screen.findByText(/^这里由企业管理员操作/)
  await waitFor(() => expect(location.pathname).toBe('/personaldetails'))
  expect(calls('checkManager')).toHaveLength(1)
  expect(localStorage.getItem('hyl_user_sign')).toBe('user')
})

test('an employee who opens a buy link is told to ask a manager', async () => {
  openPage('/control/employeehouers?seats=3', employee)
  await screen.findByText('这里由企业管理员操作。需要购买或管理，请联系企业管理员')
  expect(location.pathname).toBe('/personaldetails')
})

test.each([
  ['/control/buyvirtual?region=jp-tokyo', '继续购买'],
  ['/control/company?trial', '继续申请试用'],
])(
  'whoever belongs to no company and opens %s is led to the verification, which keeps the choice',
  async (chosen, words) => {
    openPage(chosen, { ...nobody, getVerification: { verification: null } }, { manages: false })
    await screen.findByText(`完成企业认证后${words}`)
    expect(location.pathname).toBe('/realname/yes')
    cleanup()
    openPage('/realname/no', { ...manager, getVerification: { verification: { state: 'approved', kind: 'company' } } })
    const link = await screen.findByRole('link', { name: words })
    expect(link.getAttribute('href')).toBe(chosen)
  },
)

test('whoever belongs to no company is not told to ask its manager', async () => {
  openPage('/control/deviceManage', nobody, { manages: false })
  await screen.findByText('您还不属于任何企业，这里由企业管理员操作')
  expect(location.pathname).toBe('/personaldetails')
})

test('the menu item 个人信息 opens /control with 个人信息 as the current menu', async () => {
  const { user } = openPage('/control/orderrecord')
  await waitFor(() => expect(sessionStorage.getItem('hyl_current_menu')).toContain('订单记录'))
  await user.click(await screen.findByRole('button', { name: /账号菜单/ }))
  await user.click(await screen.findByRole('menuitem', { name: /个人信息/ }))
  await waitFor(() => expect(location.pathname).toBe('/control/managepersonal'))
  expect(JSON.parse(sessionStorage.getItem('hyl_current_menu') ?? '')).toEqual({ id: 3, name: '个人信息' })
})

test('the console has the five tabs in a menu under the brand', async () => {
  const { user } = openPage('/control/company')
  await user.click((await screen.findAllByRole('button', { name: '网站导航' }))[0] as HTMLElement)
  const items = await screen.findAllByRole('menuitem')
  expect(items.map(item => item.textContent)).toEqual(['首页', '产品下载', '应用场景', '出海攻略', '帮助中心'])
})

test('a console address in other letter case gets its page and title', async () => {
  openPage('/control/devicemanage/')
  await waitFor(() => expect(document.title).toBe('设备 - 海易联'))
})

test('a link to the console lets in whoever has become a manager since the last visit', async () => {
  const { wGetUserInfo } = employee
  onTestFinished(() => void Object.assign(employee, { wGetUserInfo }))
  // Only the role stored in the browser is still the old one.
  employee.wGetUserInfo = manager.wGetUserInfo
  openPage('/control/tickets', employee)
  await screen.findByRole('navigation', { name: '控制台菜单' })
  expect([location.pathname, localStorage.getItem('hyl_user_sign')]).toEqual(['/control/tickets', 'admin'])
  expect(screen.queryByText(/这里由企业管理员操作/)).toBeNull()
})
