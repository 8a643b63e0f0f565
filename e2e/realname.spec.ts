import { newCreditCode, newIdNumber } from '#server/testing/identities.ts'
import { decide } from './operations.ts'
import { keepSession, post, registerByCall } from './people.ts'
import { fillCompany, licence } from './realname.ts'
import { expect, test } from './test.ts'

test('a rejected company sees the reason, corrects what was wrong and submits again', async ({ page }) => {
  const opened = await registerByCall(page.request)
  await keepSession(page, opened)
  const { phone } = opened.user_info
  const papers = { name: '宁波海屿测试贸易有限公司', credit: newCreditCode(), person: '江予安', id: newIdNumber() }
  await page.goto('/realname/yes')
  await fillCompany(page, papers, await licence())
  await page.getByRole('button', { name: '提交审核' }).click()
  await page.waitForURL('**/realname/no')
  // During the review there is nothing to submit.
  await page.goto('/realname/yes')
  await page.waitForURL('**/realname/no')
  await decide(phone, { decision: 'reject', reason: '营业执照四角不完整，请重新拍摄。' })
  await page.goto('/realname/no')
  await expect(page.getByRole('heading', { name: '实名认证被驳回' })).toBeVisible()
  await expect(page.getByText('营业执照四角不完整，请重新拍摄。')).toBeVisible()
  await page.getByRole('link', { name: '修改并重新提交' }).click()
  await page.waitForURL('**/realname/yes')
  await expect(page.getByText('营业执照四角不完整，请重新拍摄。')).toBeVisible()
  await expect(page.getByRole('textbox', { name: '企业名称' })).toHaveValue(papers.name)
  await expect(page.getByRole('textbox', { name: '联系人身份证号' })).toHaveValue('')
  await fillCompany(page, papers, await licence())
  await page.getByRole('button', { name: '提交审核' }).click()
  await page.waitForURL('**/realname/no')
  await expect(page.getByRole('heading', { name: '实名认证正在审核' })).toBeVisible()
})

test('a person is verified by name and number alone', async ({ page }) => {
  const opened = await registerByCall(page.request)
  await keepSession(page, opened)
  await page.goto('/realname/yes')
  await page.getByRole('radio', { name: /个人认证/ }).check({ force: true })
  await expect(page.locator('input[type=file]')).toHaveCount(0)
  await page.getByRole('textbox', { name: '真实姓名' }).fill('苏见微')
  await page.getByRole('textbox', { name: '身份证号' }).fill(newIdNumber())
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: '提交审核' }).click()
  await page.waitForURL('**/realname/no')
  await decide(opened.user_info.phone, { decision: 'approve' })
  await page.reload()
  await expect(page.getByRole('heading', { name: '实名认证已通过' })).toBeVisible()
  const answer = await post<{ user_status: number }>(page.request, '/v1/user/wGetUserInfo', { sid: opened.sid })
  expect(answer.data.user_status).toBe(1)
})
