import { expectAccessible } from './axe.ts'
import { demo, managerSession, newPassword, newPhone, post, signedIn, stored } from './people.ts'
import { invitationSentTo, uniqueName } from './staff.ts'
import { expect, expectFits, test } from './test.ts'

async function invited(request: Parameters<typeof post>[0]) {
  const [phone, name] = [newPhone(), uniqueName('受邀')]
  const { sid } = await managerSession(request)
  const answer = await post<{ results: { employee_id: string }[] }>(request, '/v1/company/addCompanyUser', {
    sid,
    employees: [{ phone, name }],
  })
  expect(answer.code).toBe(200)
  return { phone, name, token: await invitationSentTo(request, phone) }
}

test('an invited person sees the inviting company, sets a password and joins', async ({ page, request }) => {
  const { phone, name, token } = await invited(request)
  await page.goto(`/invitation/${token}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('深圳市蓝帆跨境电商有限公司邀请您加入')
  await expect(page.getByText(`${phone.slice(0, 3)}****${phone.slice(-4)}`)).toBeVisible()
  await expect(page.getByText(phone)).toHaveCount(0)
  await expect(page).toHaveTitle(/^接受邀请 - /)
  const password = page.getByLabel('设置登录密码')
  await password.press('Enter')
  await expect(page.getByText('请输入密码')).toBeVisible()
  await expect(page.getByText('请勾选服务条款')).toBeVisible()
  await expect(page.getByText('请勾选同意加入')).toBeVisible()
  await expect(password).toBeFocused()
  await expectFits(page)
  await expectAccessible(page)

  for (const box of await page.getByRole('checkbox').all()) await box.check()
  await password.fill('12345678')
  await expect(page.getByText(/密码强度：/)).toBeVisible()
  // A demonstration accepts weak passwords, so this is the answer of a real portal.
  const refused = { code: -41011, msg: '密码过于常见，请换一个更安全的密码', data: null }
  await page.route('**/acceptInvitation', route => route.fulfill({ json: refused }), { times: 1 })
  await password.press('Enter')
  await expect(page.locator('.field-problem')).toHaveText('密码过于常见，请换一个更安全的密码')
  await password.fill(newPassword)
  await password.press('Enter')
  await page.waitForURL(/\/personaldetails$/)
  await expect(page.getByRole('status').filter({ hasText: '欢迎加入深圳市蓝帆跨境电商有限公司' })).toBeVisible()
  await expect(page.getByText(name).first()).toBeVisible()
  expect((await stored(page)).hyl_user_sign).toBe('user')

  // A link opens only once, and afterwards shows its user what came of it.
  await page.goto(`/invitation/${token}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('您已加入深圳市蓝帆跨境电商有限公司')
  await expectAccessible(page)
})

test('an invited person already logged in is told about switching accounts, and is logged out', async ({
  page,
  request,
}) => {
  const { phone, token } = await invited(request)
  const { sid } = await signedIn(page, demo.employee)
  await page.goto(`/invitation/${token}`)
  await expect(page.getByText('这个浏览器已登录 138****0002')).toBeVisible()
  for (const box of await page.getByRole('checkbox').all()) await box.check()
  await page.getByLabel('设置登录密码').fill(newPassword)
  await page.getByRole('button', { name: '设置密码并加入' }).click()
  await page.waitForURL(/\/personaldetails$/)
  await expect(page.getByRole('button', { name: new RegExp(`${phone.slice(0, 3)}.*${phone.slice(-4)}`) })).toBeVisible()
  expect((await post(request, '/v1/user/wGetUserInfo', { sid })).code).toBe(-41016)
})
