import { newCreditCode, newIdNumber } from '#server/testing/identities.ts'
import { codeSentTo, newPassword, newPhone, review, stored } from './people.ts'
import { fillCompany, licence } from './realname.ts'
import { newEmployee } from './staff.ts'
import { expect, test } from './test.ts'

test('a visitor registers, submits the company’s documents, is approved and enters the console', async ({
  page,
  request,
}) => {
  const phone = newPhone()
  await page.goto('/')
  await page.getByRole('banner').getByRole('link', { name: '注册' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: '手机号' }).fill(phone)
  await dialog.getByRole('button', { name: '获取验证码' }).click()
  await expect(page.getByRole('status').filter({ hasText: '验证码已发送' })).toBeVisible()
  const code = await codeSentTo(request, phone, 'register')
  await dialog.getByRole('textbox', { name: '短信验证码' }).fill(code)
  await dialog.getByRole('textbox', { name: '密码', exact: true }).fill(newPassword)
  await expect(dialog.getByText(/密码强度/)).toBeVisible()
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: '注册', exact: true }).click()

  await page.waitForURL('**/realname/yes')
  expect(await stored(page)).toMatchObject({ hyl_user_sign: 'user', hyl_manager: '0' })
  const company = { name: '杭州云帆测试科技有限公司', credit: newCreditCode(), person: '顾行舟', id: newIdNumber() }
  await fillCompany(page, company, await licence())
  await page.getByRole('button', { name: '提交审核' }).click()
  await page.waitForURL('**/realname/no')
  await expect(page.getByRole('heading', { name: '实名认证正在审核' })).toBeVisible()
  // The number is masked wherever it is shown.
  await expect(page.getByText(company.id)).toHaveCount(0)
  await expect(page.getByText(company.credit)).toBeVisible()

  await page.goto('/control')
  await page.waitForURL('**/personaldetails*')
  expect(await review('approve', phone)).toContain(`已通过：${phone} ${company.name}`)
  await page.goto('/realname/no')
  await expect(page.getByRole('heading', { name: '实名认证已通过' })).toBeVisible()
  await page.getByRole('link', { name: '进入控制台' }).click()
  // The overview says what to do next.
  await page.waitForURL('**/control/company')
  await expect(page.getByRole('heading', { name: company.name })).toBeVisible()
  const todo = page.getByRole('region', { name: '待办' })
  await expect(todo.getByRole('link', { name: /先购买员工时长/ })).toBeVisible()
  await todo.getByRole('link', { name: /没有专线/ }).click()
  await page.waitForURL('**/control/buyvirtual')
})

test('a phone already registered is told so only after its code', async ({ page, request }) => {
  // Uses a person who was sent no code yet, because a phone waits a minute between two.
  const { phone } = await newEmployee(request)
  await page.goto('/?sign=register')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: '手机号' }).fill(phone)
  await dialog.getByRole('button', { name: '获取验证码' }).click()
  await dialog.getByRole('textbox', { name: '密码', exact: true }).fill(newPassword)
  await dialog.getByRole('checkbox').check()
  await expect(dialog.getByRole('button', { name: /秒后重发/ })).toBeVisible()
  await dialog.getByRole('textbox', { name: '短信验证码' }).fill(await codeSentTo(request, phone, 'register'))
  await dialog.getByRole('button', { name: '注册', exact: true }).click()
  await expect(dialog.getByText('该手机号已注册，请直接登录')).toHaveCount(1)
  await expect(dialog.getByRole('textbox', { name: '手机号' })).toBeFocused()
})
