import { newCreditCode } from '#server/testing/identities.ts'
import { expectAccessible } from './axe.ts'
import { openAs } from './operations.ts'
import { codeSentTo, newPassword, newPhone } from './people.ts'
import { expect, test } from './test.ts'

test('content creates a partner with a code, a company registers through its page, and the figures show it', async ({
  page,
  request,
  tolerate,
}) => {
  // Caused by the code that was switched off.
  tolerate(/status of 404/)
  const partner = `出海伙伴 ${Date.now() % 1_000_000}`
  await openAs(page, 'content', '/operations/channels')
  await page.getByRole('button', { name: '添加合作伙伴' }).first().click()
  const dialog = page.getByRole('dialog', { name: '添加合作伙伴' })
  await dialog.getByRole('textbox', { name: '名称' }).fill(partner)
  await dialog.getByRole('textbox', { name: '欢迎语' }).fill('与我们一起出海')
  await expect(dialog.getByRole('figure')).toContainText(`${partner}诚邀您体验`)
  await expectAccessible(dialog)
  await dialog
    .getByRole('button', { name: '添 加' })
    .or(dialog.getByRole('button', { name: '添加' }))
    .click()
  await expect(page.getByRole('heading', { level: 1, name: partner })).toBeVisible()
  await expect(page.getByRole('link', { name: '结算' })).toHaveCount(0)
  const url = page.url()

  await page.getByRole('button', { name: '新建推广码' }).first().click()
  const adding = page.getByRole('dialog', { name: `为“${partner}”新建推广码` })
  await adding.getByRole('button', { name: /新\s*建/ }).click()
  await expect(adding).toBeHidden()
  const link = page.getByRole('link', { name: /\/promotion\/[A-Z2-9]{6}$/ })
  const address = new URL((await link.getAttribute('href')) ?? '')
  const code = address.pathname.slice(-6)
  await page.getByRole('button', { name: `${code}的二维码` }).click()
  const qr = page.getByRole('dialog', { name: `推广码 ${code} 的二维码` })
  await expectAccessible(qr)
  for (const kind of ['PNG', 'SVG']) {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      qr.getByRole('button', { name: `下载 ${kind}` }).click(),
    ])
    expect(download.suggestedFilename()).toBe(`推广码-${code}.${kind.toLowerCase()}`)
  }

  await page.goto(address.pathname)
  await expect(page.getByText('与我们一起出海')).toBeVisible()
  const phone = newPhone()
  const next = page.getByRole('button', { name: '下一步' })
  await page.getByRole('textbox', { name: '企业名称' }).fill('厦门海风测试贸易有限公司')
  await page.getByRole('textbox', { name: '统一社会信用代码' }).fill(newCreditCode())
  await next.click()
  await page.getByRole('combobox', { name: '所属行业' }).selectOption({ label: '跨境电商' })
  await page.getByRole('combobox', { name: '企业规模' }).selectOption({ index: 1 })
  await page.getByRole('textbox', { name: '联系人姓名' }).fill('叶清和')
  await next.click()
  const form = page.getByRole('main')
  await form.getByRole('textbox', { name: '手机号' }).fill(phone)
  await form.getByRole('button', { name: '获取验证码' }).click()
  await form.getByRole('textbox', { name: '密码', exact: true }).fill(newPassword)
  await form.getByRole('checkbox').check()
  await form.getByRole('textbox', { name: '短信验证码' }).fill(await codeSentTo(request, phone, 'register'))
  await form.getByRole('button', { name: '提交注册' }).click()
  await expect(page.getByRole('dialog', { name: '恭喜您获得产品试用资格' })).toBeVisible()

  await page.goto(`${url}?tab=results`)
  await expect(page.getByRole('region', { name: '渠道结果' })).toContainText('注册账号1')
  await expect(page.getByRole('row', { name: new RegExp(`^${code} 1 0 0`) })).toBeVisible()
  await expectAccessible(page.getByRole('main'))

  // When the code is switched off, the page shows it immediately.
  await page.goto(url)
  await page.getByRole('button', { name: `${code}的操作` }).click()
  await page.getByRole('menuitem', { name: '停用' }).click()
  await page
    .getByRole('dialog', { name: '停用推广码' })
    .getByRole('button', { name: /停\s*用/ })
    .click()
  await expect(page.getByText('已停用', { exact: true }).first()).toBeVisible()
  await page.goto(address.pathname)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('活动不在有效期内')
})

test('finance settles a partner’s month with a file, and the month cannot be settled again', async ({ page }) => {
  await openAs(page, 'finance', '/operations/channels')
  await page.getByRole('link', { name: '跨境服务商伙伴' }).click()
  await page.getByRole('link', { name: '结算' }).click()
  await page.getByRole('button', { name: '生成结算单' }).first().click()
  const dialog = page.getByRole('dialog', { name: '与“跨境服务商伙伴”结算' })
  await expect(dialog).toContainText('佣金比例10%')
  await expectAccessible(dialog)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: '生成结算单' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^结算单-跨境服务商伙伴-\d{4}-\d{2}\.xlsx$/)
  await expect(page.getByRole('button', { name: /下载/ })).toHaveCount(1)
  await page.getByRole('button', { name: '登记付款' }).click()
  const paid = page.getByRole('dialog', { name: /已付款$/ })
  await paid.getByRole('button', { name: '登记' }).click()
  await expect(paid.getByText('请填写银行流水号，至少4位')).toBeVisible()
  await paid.getByLabel('银行流水号').fill('2026112000018')
  await paid.getByRole('button', { name: '登记' }).click()
  await expect(page.getByText('2026112000018')).toBeVisible()
  await expect(page.getByRole('button', { name: '登记付款' })).toHaveCount(0)
  await page.getByRole('button', { name: '生成结算单' }).click()
  await expect(page.getByRole('dialog', { name: /结算$/ })).toContainText('该月已结算')
})
