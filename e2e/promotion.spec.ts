import { newCreditCode } from '#server/testing/identities.ts'
import { codeSentTo, newPassword, newPhone } from './people.ts'
import { expect, test } from './test.ts'

test('a code that is not six letters or digits leads to /error/400, which is the not-found page', async ({
  page,
  tolerate,
}) => {
  tolerate(/status of 404/)
  for (const code of ['ABC', 'ABCDEFG', 'HYL-66', encodeURIComponent('海易联海易联')]) {
    const response = await page.goto(`/promotion/${code}`)
    expect(response?.status()).toBe(404)
    expect(new URL(page.url()).pathname).toBe('/error/400')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('页面不存在')
  }
})

test('an unknown code says so and offers no form', async ({ page, tolerate }) => {
  tolerate(/status of 404/)
  await page.goto('/promotion/ZZZZ99')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('没有找到这个推广码')
  await expect(page.getByText('ZZZZ99')).toBeVisible()
  await expect(page.getByRole('textbox', { name: '企业名称' })).toHaveCount(0)
})

test('a company registers in three steps; the trial dialog follows, then the verification', async ({
  page,
  request,
}) => {
  const phone = newPhone()
  await page.goto('/promotion/HYL666')
  await expect(page.getByText('跨境服务商伙伴')).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  // A visitor who registers in the overlay, or on another day, still counts for this partner.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('invite_code'))).toBe('HYL666')
  const name = page.getByRole('textbox', { name: '企业名称' })
  const credit = page.getByRole('textbox', { name: '统一社会信用代码' })
  const next = page.getByRole('button', { name: '下一步' })
  await name.fill('深圳市蓝帆跨境电商有限公司')
  await credit.pressSequentially('91440300maxx000012')
  // The credit code is checked as it is typed.
  await expect(page.getByText('统一社会信用代码校验位不正确，请核对')).toBeVisible()
  await credit.fill('91440300MAXX000013')
  await expect(page.getByText('校验通过')).toBeVisible()
  await next.click()
  await expect(page.getByText('该企业已注册，请联系企业管理员添加您为员工')).toBeVisible()
  const code = newCreditCode()
  await name.fill('苏州听澜测试网络有限公司')
  await credit.fill(code)
  await next.click()

  await expect(page.getByText('第 2 步，共 3 步：联系人')).toBeVisible()
  const industry = page.getByRole('combobox', { name: '所属行业' })
  await expect(industry).toBeFocused()
  await next.click()
  await expect(page.getByText('请选择所属行业')).toBeVisible()
  await industry.selectOption({ label: '跨境电商' })
  await page.getByRole('combobox', { name: '企业规模' }).selectOption({ index: 1 })
  await page.getByRole('textbox', { name: '联系人姓名' }).fill('叶清和')
  // Going back loses no input.
  await page.getByRole('button', { name: '上一步' }).click()
  await expect(credit).toHaveValue(code)
  await next.click()
  await expect(page.getByRole('textbox', { name: '联系人姓名' })).toHaveValue('叶清和')
  await next.click()

  const form = page.getByRole('main')
  await form.getByRole('textbox', { name: '手机号' }).fill(phone)
  await form.getByRole('button', { name: '获取验证码' }).click()
  await form.getByRole('textbox', { name: '密码', exact: true }).fill(newPassword)
  await form.getByRole('button', { name: '提交注册' }).click()
  await expect(page.getByText('请勾选服务条款')).toBeVisible()
  await form.getByRole('checkbox').check()
  await form.getByRole('textbox', { name: '短信验证码' }).fill(await codeSentTo(request, phone, 'register'))
  await form.getByRole('button', { name: '提交注册' }).click()

  const trial = page.getByRole('dialog', { name: '恭喜您获得产品试用资格' })
  await expect(trial).toBeVisible()
  await expect(trial.getByText('请扫码联系客服，为您安排产品试用')).toBeVisible()
  expect((await trial.boundingBox())?.width).toBe(456)
  // From here on the viewport is a phone's.
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(async () => (await trial.boundingBox())?.width).toBeLessThanOrEqual(390)
  await trial.getByRole('button').click()
  await page.waitForURL('**/realname/yes')
  // Answers of the partner's form are not requested again.
  await expect(page.getByRole('textbox', { name: '企业名称' })).toHaveValue('苏州听澜测试网络有限公司')
  await expect(page.getByRole('textbox', { name: '统一社会信用代码' })).toHaveValue(code)
})

test('the mobile site’s address shows the promotion page of its code', async ({ page }) => {
  await page.goto('/cusgroup?code=HYL666')
  await expect(page.getByRole('textbox', { name: '企业名称' })).toBeVisible()
  await page.goto('/cusgroup')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('给跨境团队的专属原生 IP')
})
