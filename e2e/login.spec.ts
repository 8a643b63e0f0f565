import type { Page } from '@playwright/test'
import { codeSentTo, decodeStored, demo, hasToken, post, stored } from './people.ts'
import { newEmployee } from './staff.ts'
import { expect, test } from './test.ts'

async function logIn(page: Page, phone: string, password: string = demo.password) {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: '登录账号' }).fill(phone)
  await dialog.getByRole('textbox', { name: '密码', exact: true }).fill(password)
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: '登录', exact: true }).click()
}

const outcomes = [
  { who: 'a manager', phone: demo.manager, to: '/', role: 'admin', manager: '1' },
  { who: 'who has submitted nothing', phone: demo.unverified, to: '/realname/yes', role: 'user', manager: '0' },
]

for (const { who, phone, to, role, manager } of outcomes)
  test(`leads ${who} to ${to}, and keeps its session in the browser`, async ({ page }) => {
    await page.goto('/?sign=1')
    const before = Date.now()
    const led = page.waitForEvent('domcontentloaded')
    await logIn(page, phone)
    await led
    await page.waitForURL(url => url.pathname === to && !url.searchParams.has('sign'))
    await expect(page.getByRole('dialog')).toBeHidden()
    const kept = await stored(page)
    expect(kept.token).toMatch(/^[\w-]{43}$/)
    expect(kept).toMatchObject({ hyl_user_sign: role, hyl_manager: manager })
    expect(Number(kept.startTokenTime)).toBeGreaterThanOrEqual(before)
    // Neither can be read at a glance, but both can with the passphrase.
    expect(JSON.stringify(kept)).not.toContain(phone)
    expect(decodeStored(kept.hyl_phone ?? null)).toBe(phone)
    expect(JSON.parse(decodeStored(kept.hyl_userinfo ?? null))).toMatchObject({ phone })
  })

test('a manager sees the console tab and the masked phone; the menu leads to personal information', async ({
  page,
}) => {
  await page.goto('/?sign=1')
  await logIn(page, demo.manager)
  const header = page.getByRole('banner')
  await expect(header.getByRole('button', { name: /138\*{4}0001/ })).toBeVisible()
  await expect(header.getByRole('link', { name: '登录' })).toBeHidden()
  await expect(header.getByRole('link', { name: '控制台' })).toBeVisible()
  await header.getByRole('button', { name: /138\*{4}0001/ }).click()
  await page.getByRole('link', { name: '个人信息' }).first().click()
  await page.waitForURL('**/control/managepersonal*')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('林海舟')
})

test('the console tab asks the server first, and is shown to managers only', async ({ page }) => {
  await page.goto('/?sign=1')
  await logIn(page, demo.manager)
  const requested = page.waitForRequest('**/api/v1/user/checkManager')
  await page.getByRole('banner').getByRole('link', { name: '控制台' }).click()
  expect((await requested).postDataJSON()).toMatchObject({ instance_id: 23 })
  await page.waitForURL('**/control/managepersonal*')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('林海舟')
  // The console leaves by itself when it finds the session gone, so the test leaves it before.
  await page.goto('/help')
  await page.evaluate(() => localStorage.clear())
  await page.goto('/?sign=1')
  await logIn(page, demo.employee)
  await expect(page.getByRole('banner').getByRole('button', { name: /138\*{4}0002/ })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: '控制台' })).toBeHidden()
})

test('the home page’s panel validates in the specified order, one message at a time', async ({ page }) => {
  await page.goto('/')
  const panel = page.getByRole('region', { name: '联系我们' })
  await panel.getByRole('heading', { name: '登录' }).scrollIntoViewIfNeeded()
  const [phone, password] = [
    panel.getByRole('textbox', { name: '手机号' }),
    panel.getByRole('textbox', { name: '密码', exact: true }),
  ]
  const steps = [
    ['', '', '请输入手机号'],
    ['1380000', '', '请输入11手机号'],
    ['12000000001', '', '请输入规范的手机号'],
    [demo.employee, '', '请输入密码'],
    [demo.employee, '1234567890123456789', '请输入密码最大长度18位'],
    [demo.employee, '12345', '请输入密码最小长度6位'],
    [demo.employee, demo.password, '请勾选服务条款'],
  ] as const
  for (const [input, secret, problem] of steps) {
    await phone.fill(input)
    await password.fill(secret)
    await panel.getByRole('button', { name: '登录', exact: true }).click()
    // The earlier message is closed first.
    await expect(page.getByRole('alert')).toHaveText([problem])
  }
  await page.getByRole('alert').getByRole('button', { name: '关闭提示' }).click()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await panel.getByRole('checkbox').check()
  await panel.getByRole('button', { name: '登录', exact: true }).click()
  await hasToken(page)
})

test('a forgotten password is reset with a code; other sessions end and the login panel opens', async ({
  page,
  request,
}) => {
  // Uses a person who was sent no code yet, because a phone waits a minute between two.
  const { phone, sid } = await newEmployee(request)
  const another = 'Sail-1357'
  await page.goto('/?sign=1')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '忘记密码？' }).click()
  await dialog.getByRole('textbox', { name: '手机号' }).fill(phone)
  await dialog.getByRole('button', { name: '获取验证码' }).click()
  await expect(dialog.getByRole('button', { name: /秒后重发/ })).toBeVisible()
  await dialog.getByRole('textbox', { name: '新密码' }).fill(another)
  await dialog.getByRole('checkbox').check()
  const code = await codeSentTo(request, phone, 'forgotpwd')
  const field = dialog.getByRole('textbox', { name: '短信验证码' })
  await field.fill(code === '000000' ? '000001' : '000000')
  await dialog.getByRole('button', { name: '重设密码' }).click()
  // The problem is shown at the field, and in a message.
  await expect(dialog.getByText('验证码错误或已过期，请重新获取')).toHaveCount(2)
  await expect(field).toBeFocused()
  await field.fill(code)
  await dialog.getByRole('button', { name: '重设密码' }).click()
  await expect(dialog.getByRole('tab', { name: '登录' })).toHaveAttribute('aria-selected', 'true')
  await expect(dialog.getByRole('textbox', { name: '登录账号' })).toHaveValue(phone)
  expect((await post(request, '/v1/user/wGetUserInfo', { sid })).code).toBe(-41016)
  await logIn(page, phone, another)
  await hasToken(page)
})
