import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { applicantByCall } from './applicant.ts'
import { expectAccessible } from './axe.ts'
import { openAs } from './operations.ts'
import { demo, logInByCall, newPassword, post } from './people.ts'
import { clientSession, newEmployee, reportDevice, uniqueName } from './staff.ts'
import { expect, test } from './test.ts'

const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

test('a company is reviewed and approved, its manager gets access, and the next one is offered', async ({ page }) => {
  const [first, second] = [
    await applicantByCall(page.request, '宁波待审'),
    await applicantByCall(page.request, '宁波待审'),
  ]
  await openAs(page, 'support', `/operations/verifications?${new URLSearchParams({ keyword: first.phone })}`)
  await page.getByRole('link', { name: `审核 ${first.company}` }).click()
  await expect(page.getByRole('heading', { name: first.company })).toBeVisible()
  await expect(page.getByRole('list', { name: '核对结果' })).toContainText('统一社会信用代码校验位正确')
  const image = page.getByRole('img', { name: /^营业执照/ })
  await expect.poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBeGreaterThan(0)
  const before = (await image.boundingBox())?.width ?? 0
  await page.getByRole('button', { name: '放大' }).click()
  await expect.poll(async () => (await image.boundingBox())?.width ?? 0).toBeGreaterThan(before)
  await expectAccessible(page)

  await page.getByRole('button', { name: '通过' }).click()
  const dialog = page.getByRole('dialog', { name: '通过实名认证' })
  await expect(dialog).toContainText('江予安')
  await dialog.getByRole('button', { name: '通过' }).click()
  await expect(toast(page, `已通过 ${first.company}`)).toBeVisible()
  await expect(page.getByRole('link', { name: '审核下一条' })).toBeVisible()
  const { data } = await post<{ is_company_manager: number }>(page.request, '/v1/user/checkManager', { sid: first.sid })
  expect(data.is_company_manager).toBe(1)

  // The rejection has a ready-made reason, which the applicant reads.
  await page.goto(`/operations/verifications?${new URLSearchParams({ keyword: second.company })}`)
  await page.getByRole('link', { name: `审核 ${second.company}` }).click()
  await page.getByRole('button', { name: '驳回' }).click()
  const rejection = page.getByRole('dialog', { name: `驳回 ${second.company}` })
  await rejection.getByRole('button', { name: '驳回', exact: true }).click()
  await expect(rejection.getByText('请填写驳回的原因')).toBeVisible()
  await rejection.getByRole('button', { name: /^营业执照图片不清晰/ }).click()
  await rejection.getByRole('button', { name: '驳回', exact: true }).click()
  await expect(toast(page, `已驳回 ${second.company}`)).toBeVisible()
  const read = await post<{ verification: { reason: string } }>(page.request, '/v1/user/getVerification', {
    sid: second.sid,
  })
  expect(read.data.verification.reason).toContain('营业执照图片不清晰')
})

test('a device that a colleague holds is handed over and waits for the company', async ({ page }) => {
  // The test is slow for the same reason as the one above.
  test.slow()
  const [holder, claimant] = [await newEmployee(page.request), await newEmployee(page.request)]
  const device = { name: uniqueName('工位电脑'), fingerprint: randomUUID() }
  const { device_id } = await reportDevice(page.request, holder, device)
  const refused = await post(page.request, '/v1/client/reportDevice', {
    sid: await clientSession(page.request, claimant.phone, newPassword),
    ...device,
    platform: 'windows',
    os_version: 'Windows 11 24H2',
    client_version: '12.0.1',
  })
  expect(refused.code).toBe(-48011)
  await openAs(page, 'support', `/operations/disputes?${new URLSearchParams({ state: 'open', keyword: device.name })}`)
  await page.getByRole('link', { name: new RegExp(`^处理 .*${device.name}$`) }).click()
  await expect(page.getByRole('region', { name: '申请人' })).toContainText(claimant.name)
  await expect(page.getByRole('region', { name: '登记在' })).toContainText(holder.name)
  await expectAccessible(page)
  await page.getByRole('button', { name: '移交给申请人' }).click()
  const dialog = page.getByRole('dialog', { name: `移交给 ${claimant.name}` })
  await dialog.getByRole('textbox', { name: /依据/ }).fill('采购单上的领用人')
  await dialog.getByRole('button', { name: '移交', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: '移交给申请人：采购单上的领用人' })).toBeVisible()
  await expect(page.getByRole('list', { name: '设备日志' })).toContainText('等待审核：采购单上的领用人')

  const { sid } = await logInByCall(page.request, demo.manager)
  const { data } = await post<{ device: { employee_name: string; audit_state: string } }>(
    page.request,
    '/v3/device/getDeviceDetail',
    { sid, device_id },
  )
  expect(data.device).toMatchObject({ employee_name: claimant.name, audit_state: 'pending' })
})

test('the first page links to pending items, and shows money only to roles that deal with it', async ({ page }) => {
  await applicantByCall(page.request, '宁波待审')
  await openAs(page, 'support', '/operations')
  await expect(page).toHaveURL('/operations/dashboard')
  await expect(page.getByText('今日注册')).toBeVisible()
  await expect(page.getByText('今日实收（未减退款）')).toBeHidden()
  await expect(page.getByRole('img', { name: /^最近 30 天注册 \d+ 人/ })).toBeVisible()
  await page.getByText('7 天', { exact: true }).first().click()
  await page.getByText('以表格查看').click()
  await expect(page.getByRole('region', { name: '每日数据' }).getByRole('row')).toHaveCount(8)
  await page
    .getByRole('region', { name: '待办' })
    .getByRole('link', { name: /^实名认证/ })
    .click()
  await expect(page).toHaveURL('/operations/verifications?state=under_review')
  await expect(page.getByText(/^共 [1-9]\d* 条认证/)).toBeVisible()

  await openAs(page, 'finance', '/operations/dashboard?days=90')
  await expect(page.getByText('今日实收（未减退款）')).toBeVisible()
  await expect(page.getByRole('img', { name: /^最近 90 天实收（未减退款） ¥/ })).toBeVisible()
  await expect(page.getByRole('link', { name: /^实名认证/ })).toHaveCount(0)
})
