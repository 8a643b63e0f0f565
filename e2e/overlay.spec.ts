import type { Page } from '@playwright/test'
import { newPhone } from './people.ts'
import { expect, test } from './test.ts'

const overlay = (page: Page) => page.getByRole('dialog')
const header = (page: Page) => page.getByRole('banner')

test('the overlay is closed by default and opens from the header at the chosen panel', { tag: '@narrow' }, async ({
  page,
}) => {
  await page.goto('/')
  await expect(overlay(page)).toBeHidden()
  await header(page).getByRole('link', { name: '注册' }).click()
  await expect(overlay(page).getByRole('tab', { name: '注册' })).toHaveAttribute('aria-selected', 'true')
  await expect(overlay(page).getByRole('textbox', { name: '短信验证码' })).toBeVisible()
  await overlay(page).getByRole('button', { name: '关闭' }).click()
  await header(page).getByRole('link', { name: '登录' }).click()
  await expect(overlay(page).getByRole('tab', { name: '登录' })).toHaveAttribute('aria-selected', 'true')
  await expect(overlay(page).getByRole('textbox', { name: '登录账号' })).toBeVisible()
})

test('the overlay opens by `sign` in the address, and a reload after closing does not reopen it', async ({ page }) => {
  await page.goto('/?sign=1')
  await expect(overlay(page)).toBeVisible()
  await overlay(page).getByRole('button', { name: '关闭' }).click()
  await expect(overlay(page)).toBeHidden()
  await expect(page).not.toHaveURL(/sign/)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(overlay(page)).toBeHidden()
})

test('the overlay closes by icon, backdrop and Esc; a press inside keeps it open', { tag: '@narrow' }, async ({
  page,
}) => {
  await page.goto('/')
  const open = async () => {
    await header(page).getByRole('link', { name: '登录' }).click()
    await expect(overlay(page)).toBeVisible()
  }
  await open()
  await overlay(page).getByRole('heading', { level: 2 }).click()
  await expect(overlay(page)).toBeVisible()
  await overlay(page).getByRole('button', { name: '关闭' }).click()
  await expect(overlay(page)).toBeHidden()
  await open()
  await page.keyboard.press('Escape')
  await expect(overlay(page)).toBeHidden()
  await open()
  const box = await overlay(page).boundingBox()
  const { width } = page.viewportSize() ?? { width: 0 }
  if (!box) throw new Error('the dialog has no box')
  // The click goes beside it where there is room, otherwise above it.
  if (box.x > 4) await page.mouse.click(box.x / 2, box.y + 20)
  else await page.mouse.click(width / 2, box.y / 2)
  await expect(overlay(page)).toBeHidden()
})

test('the overlay traps the focus inside and returns it', async ({ page }) => {
  await page.goto('/')
  const opener = header(page).getByRole('link', { name: '登录' })
  await opener.focus()
  await page.keyboard.press('Enter')
  await expect(overlay(page).getByRole('textbox', { name: '登录账号' })).toBeFocused()
  const seen = new Set<string>()
  for (let press = 0; press < 25; press += 1) {
    await page.keyboard.press('Tab')
    const place = await page.evaluate(() => {
      const { activeElement: element } = document
      if (!element || element === document.body) return 'window'
      return element.closest('dialog')
        ? `inside ${element.outerHTML.slice(0, 80)}`
        : `outside ${element.outerHTML.slice(0, 80)}`
    })
    expect(place).not.toMatch(/^outside/)
    seen.add(place)
  }
  // The focus went round, rather than standing still.
  expect(seen.size).toBeGreaterThan(7)
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()
})

test('Tab leads from the account to the password, in the overlay as in the form of the home page', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('textbox', { name: '手机号' }).focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('textbox', { name: '密码' })).toBeFocused()
  await page.goto('/?sign=1')
  await overlay(page).getByRole('textbox', { name: '登录账号' }).focus()
  await page.keyboard.press('Tab')
  await expect(overlay(page).getByRole('textbox', { name: '密码' })).toBeFocused()
})

test('the overlay shows the error at each field, and focuses the first one', async ({ page }) => {
  await page.goto('/?sign=register')
  const dialog = overlay(page)
  await dialog.getByRole('button', { name: '注册', exact: true }).click()
  for (const problem of ['请输入手机号', '请输入验证码', '请输入密码', '请勾选服务条款'])
    await expect(dialog.getByText(problem, { exact: true })).toBeVisible()
  const phone = dialog.getByRole('textbox', { name: '手机号' })
  await expect(phone).toBeFocused()
  await expect(phone).toHaveAttribute('aria-invalid', 'true')
  for (const [typed, problem] of [
    ['138', '请输入11位手机号'],
    ['12345678901', '请输入规范的手机号'],
  ] as const) {
    await phone.fill(typed)
    await dialog.getByRole('button', { name: '注册', exact: true }).click()
    await expect(dialog.getByText(problem, { exact: true })).toBeVisible()
  }
  const password = dialog.getByRole('textbox', { name: '密码', exact: true })
  await password.fill('12345')
  await expect(dialog.getByText('密码最小长度6位')).toBeVisible()
  await dialog.getByRole('textbox', { name: '邀请码' }).fill('AB-1')
  await dialog.getByRole('button', { name: '注册', exact: true }).click()
  await expect(dialog.getByText('邀请码为6位字母或数字')).toBeVisible()
  await expect(password).toHaveAttribute('maxlength', '18')
  await phone.fill('139123456789')
  await expect(phone).toHaveValue('13912345678')
})

test('the overlay keeps what was typed when switching panels or closing', async ({ page }) => {
  await page.goto('/?sign=register')
  const dialog = overlay(page)
  await dialog.getByRole('textbox', { name: '手机号' }).fill('13912345678')
  await dialog.getByRole('textbox', { name: '短信验证码' }).fill('123456')
  await dialog.getByRole('tab', { name: '登录' }).click()
  // The form does not ask again for what it already knows.
  await expect(dialog.getByRole('textbox', { name: '登录账号' })).toHaveValue('13912345678')
  await dialog.getByRole('button', { name: '忘记密码？' }).click()
  await expect(dialog.getByRole('heading', { name: '找回密码' })).toBeVisible()
  await dialog.getByRole('button', { name: '返回登录' }).click()
  await dialog.getByRole('tab', { name: '注册' }).click()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await header(page).getByRole('link', { name: '注册' }).click()
  await expect(dialog.getByRole('textbox', { name: '手机号' })).toHaveValue('13912345678')
  await expect(dialog.getByRole('textbox', { name: '短信验证码' })).toHaveValue('123456')
})

test.describe('in a context of its own', () => {
  test.use({ ownContext: true })
  test('the code button validates the phone, counts down from 60 and then offers another code', async ({ page }) => {
    await page.clock.install()
    await page.goto('/?sign=register')
    const dialog = overlay(page)
    const button = dialog.getByRole('button', { name: /获取验证码|秒后重发|重新发送/ })
    await button.click()
    await expect(dialog.getByText('请输入手机号', { exact: true })).toBeVisible()
    await dialog.getByRole('textbox', { name: '手机号' }).fill(newPhone())
    await button.click()
    await expect(button).toHaveText(/^(60|59) 秒后重发$/)
    await expect(button).toBeDisabled()
    await page.clock.fastForward(20_000)
    await expect(button).toHaveText(/^(40|39|38) 秒后重发$/)
    await page.clock.fastForward(41_000)
    await expect(button).toHaveText('重新发送')
    await expect(button).toBeEnabled()
  })
})

test('the countdown shows the wait that the server requires', async ({ page }) => {
  const phone = newPhone()
  for (const round of ['first', 'second']) {
    await page.goto('/?sign=register')
    await overlay(page).getByRole('textbox', { name: '手机号' }).fill(phone)
    await overlay(page).getByRole('button', { name: '获取验证码' }).click()
    if (round === 'second')
      await expect(page.getByRole('alert').filter({ hasText: '验证码发送过于频繁' })).toBeVisible()
    await expect(overlay(page).getByRole('button', { name: /^\d+ 秒后重发$/ })).toBeDisabled()
  }
})

test('the overlay takes the invite code from the address', async ({ page }) => {
  await page.goto('/?code=HYL666')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('invite_code'))).toBe('HYL666')
  await page.goto('/?sign=register')
  await expect(overlay(page).getByRole('textbox', { name: '邀请码' })).toHaveValue('HYL666')
})

test(
  'an agreement opens above the overlay in a frame, 960 by 580 if there is room, and returns',
  { tag: '@narrow' },
  async ({ page }, { project }) => {
    await page.goto('/?sign=1')
    await overlay(page).getByRole('button', { name: '《用户服务协议》' }).click()
    const terms = page.getByRole('dialog', { name: '用户服务协议' })
    await expect(terms.getByRole('button', { name: '确认' })).toBeFocused()
    const frame = terms.locator('iframe')
    await expect(frame).toHaveAttribute('src', '/template/service.html')
    await expect(frame.contentFrame().getByRole('heading').first()).toBeVisible()
    const [dialogBox, frameBox] = [await terms.boundingBox(), await frame.boundingBox()]
    if (project.name === 'wide') {
      expect(dialogBox?.width).toBe(960)
      expect(frameBox?.height).toBe(580)
    } else expect(dialogBox?.width).toBeLessThanOrEqual(390)
    await terms.getByRole('button', { name: '确认' }).click()
    await expect(terms).toBeHidden()
    await expect(overlay(page).getByRole('button', { name: '《用户服务协议》' })).toBeFocused()
    await expect(overlay(page).getByRole('checkbox')).not.toBeChecked()
  },
)

test('a wrong password shows the attempts left, and keeps what was typed', async ({ page }) => {
  await page.goto('/?sign=1')
  const dialog = overlay(page)
  const phone = newPhone()
  await dialog.getByRole('textbox', { name: '登录账号' }).fill(phone)
  await dialog.getByRole('textbox', { name: '密码', exact: true }).fill('wrong-one')
  await dialog.getByRole('button', { name: '登录', exact: true }).click()
  await expect(dialog.getByText('请勾选服务条款')).toBeVisible()
  await dialog.getByRole('checkbox').check()
  for (const left of [4, 3]) {
    await dialog.getByRole('button', { name: '登录', exact: true }).click()
    await expect(page.getByRole('alert').filter({ hasText: `账号或密码错误，剩余尝试次数：${left}` })).toBeVisible()
  }
  await expect(dialog.getByRole('textbox', { name: '登录账号' })).toHaveValue(phone)
})
