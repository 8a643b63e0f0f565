import { expectAccessible } from './axe.ts'
import { openAs } from './operations.ts'
import { keepSession } from './people.ts'
import { newBuyer } from './shopping.ts'
import { expect, test } from './test.ts'

test('finance creates a coupon for the center; a manager claims it and sees it in a quote', async ({ page }) => {
  const name = `测试满减 ${Date.now() % 1_000_000}`
  await openAs(page, 'finance', '/operations/coupons')
  await page.getByRole('link', { name: '新建优惠券' }).first().click()
  const preview = page.getByRole('article')
  await page.getByRole('textbox', { name: '名称' }).fill(name)
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('请输入减免金额')).toBeVisible()
  await page.getByRole('spinbutton', { name: '减免金额' }).fill('88.5')
  await page.getByRole('spinbutton', { name: '使用门槛' }).fill('100')
  await expect(preview).toContainText('88.5')
  await expect(preview).toContainText('满 ¥100 可用')
  // With this few it stays below the sum that requires a second operator.
  await page.getByRole('spinbutton', { name: '发放总量' }).fill('5')
  await page.getByRole('switch', { name: '上架' }).click()
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  const url = page.url()

  const buyer = await newBuyer(page.request)
  await keepSession(page, buyer)
  await page.goto('/control/couponcenter')
  await page.getByRole('button', { name: `立即领取“${name}”` }).click()
  await expect(page.getByRole('article', { name, exact: true })).toContainText('已领取')
  await page.goto('/control/employeehouers?quantity=20')
  await page.getByRole('radio', { name: new RegExp(`^${name}`) }).click()
  await expect(page.getByRole('region', { name: '本次订单' })).toContainText('已优惠 ¥88.50')

  await page.goto(url)
  await expect(page.getByRole('region', { name: '概况' })).toContainText('已领取1')
})

test('finance previews a list of companies and gives each a coupon once', async ({ page }) => {
  await openAs(page, 'finance', '/operations/coupons?way=gift')
  await page.getByRole('button', { name: '赠送周年回馈礼券' }).click()
  const dialog = page.getByRole('dialog', { name: '赠送“周年回馈礼券”' })
  await dialog
    .getByRole('textbox', { name: '企业，每行一家' })
    .fill('深圳市蓝帆跨境电商有限公司\n没有这家公司\n91440300MAXX000013')
  await expectAccessible(dialog)
  await dialog.getByRole('button', { name: '检查名单' }).click()
  await expect(page.getByText('没有这家企业')).toBeVisible()
  await expect(page.getByText('名单中重复')).toBeVisible()
  await page.getByRole('button', { name: '赠送给 1 家企业' }).click()
  await expect(page.getByRole('region', { name: '赠送概况' })).toContainText('已赠送 1 家，共 1 家')
  await expect(page.getByRole('row', { name: /蓝帆.*已赠送|已赠送.*蓝帆/ })).toBeVisible()
  await expectAccessible(page.getByRole('main'))
})
