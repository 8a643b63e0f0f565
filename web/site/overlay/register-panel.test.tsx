import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { userInfo } from '#web/testing/browser.ts'
import { AccountStep } from '../islands/promotion-steps.tsx'
import { ForgotPanel } from './forgot-panel.tsx'
import { LoginPanel } from './login-panel.tsx'
import { RegisterPanel } from './register-panel.tsx'
import { openView } from './view.ts'

const chosen = '/control/buyvirtual?region=jp-tokyo'
const panel = { account: '', onAccount() {}, visible: true, show() {}, close() {} }

/** The server's answers to a registration or login. */
function answering(user_status: number, manager: 0 | 1) {
  const user_info = { ...userInfo, is_company_manager: manager }
  const data = { sid: 'x'.repeat(43), signature: '', user_status, user_info }
  vi.stubGlobal('fetch', async () => Response.json({ code: 200, msg: '成功', data }))
  const visits: unknown[] = []
  vi.stubGlobal('location', { ...location, assign: (to: unknown) => visits.push(to) })
  return { visits, user: userEvent.setup({ delay: null }) }
}

test('a product chosen before registering is kept until after the verification and the next login', async () => {
  const { user, visits } = answering(-1, 0)
  openView('register', undefined, chosen)
  const { unmount } = render(<RegisterPanel {...panel} />)
  await user.type(screen.getByLabelText('手机号'), '13800000001')
  await user.type(screen.getByLabelText('短信验证码'), '123456')
  await user.type(screen.getByLabelText('密码'), 'harbor-7kites')
  await user.click(screen.getByRole('checkbox'))
  await user.click(screen.getByRole('button', { name: '注册' }))
  await vi.waitFor(() => expect(visits).toEqual(['/realname/yes']))
  unmount()

  const later = answering(1, 1)
  openView('login')
  render(<LoginPanel {...panel} />)
  await later.user.type(screen.getByLabelText('登录账号'), '13800000001')
  await later.user.type(screen.getByLabelText('密码'), 'harbor-7kites')
  await later.user.click(screen.getByRole('checkbox'))
  await later.user.click(screen.getByRole('button', { name: '登录' }))
  await vi.waitFor(() => expect(later.visits).toEqual([chosen]))
  expect(localStorage.getItem('hyl_chosen')).toBeNull()
})

test('a product keeps its place while its buyer leaves for the login by the company', async () => {
  const { user } = answering(1, 1)
  openView('login', undefined, chosen)
  render(<LoginPanel {...panel} />)
  const link = screen.getByRole('link', { name: '企业登录' })
  link.addEventListener('click', event => event.preventDefault())
  await user.click(link)
  expect(localStorage.getItem('hyl_chosen')).toBe(chosen)
})

const forms = {
  登录: () => render(<LoginPanel {...panel} />),
  注册: () => render(<RegisterPanel {...panel} />),
  找回密码: () => render(<ForgotPanel {...panel} />),
  推广页: () => render(<AccountStep values={{ phone: '', captcha: '', password: '' }} next={async () => undefined} />),
}

for (const [name, open] of Object.entries(forms))
  test.each(['+86 138 0013 8000', '86-138-0013-8000', ' 138-0013-8000', '１３８００１３８０００'])(
    `${name} takes a copied phone: %s`,
    async copied => {
      open()
      const field = screen.getByLabelText<HTMLInputElement>(/手机号|登录账号/)
      await userEvent.click(field)
      await userEvent.paste(copied)
      expect(field.value).toBe('13800138000')
    },
  )

test('a typed phone ends after its 11 digits, without those of the country', async () => {
  render(<RegisterPanel {...panel} />)
  const field = screen.getByLabelText<HTMLInputElement>('手机号')
  await userEvent.type(field, '+86 138 0013 800056')
  expect(field.value).toBe('13800138000')
})

test('a code is taken as it was copied, and a password that would be cut is refused', async () => {
  const { user } = answering(-1, 0)
  render(<RegisterPanel {...panel} />)
  const paste = async (label: string, text: string) => {
    await user.click(screen.getByLabelText(label))
    await user.paste(text)
    return screen.getByLabelText<HTMLInputElement>(label).value
  }
  expect(await paste('短信验证码', ' ６０２ 561')).toBe('602561')
  expect(await paste('邀请码', ' HYL666 ')).toBe('HYL666')
  expect(await paste('密码', 'harbor-7kites-harbor')).toBe('')
  await screen.findByText(/密码最大长度18位/)
  expect(await paste('密码', 'harbor-7kites')).toBe('harbor-7kites')
  expect(screen.queryByText(/密码最大长度18位/)).toBeNull()
})
