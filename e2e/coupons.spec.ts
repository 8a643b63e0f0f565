import type { Page } from '@playwright/test'
import { keepSession, post } from './people.ts'
import { newBuyer } from './shopping.ts'
import { expect, test } from './test.ts'

interface Offered {
  coupon_type_id: string
  name: string
  kind: 'amount' | 'percent'
  amount: number | null
  threshold: number
  categories: string[]
  for_purchase: boolean
  claimable: boolean
  per_company: number
}

async function asBuyer(page: Page) {
  const buyer = await newBuyer(page.request)
  await keepSession(page, buyer)
  const { data } = await post<{ list: Offered[] }>(page.request, '/v3/coupon/getUserCouponTypeList', { sid: buyer.sid })
  // A general coupon reduces any purchase above a small sum.
  const general = data.list.find(
    type => type.claimable && type.kind === 'amount' && !type.categories.length && type.for_purchase,
  )
  expect(general, 'a coupon for everything in the demonstration').toBeDefined()
  return { buyer, general: general ?? ({ name: '', amount: 0, coupon_type_id: '' } as Offered) }
}

const ticket = (page: Page, name: string) => page.getByRole('article', { name, exact: true })
const total = (page: Page) => page.getByRole('region', { name: '本次订单' })
const yuan = (fen: number) => `¥${(fen / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`

test('a coupon is claimed, preselected as the best, and held by an order until it is cancelled', async ({ page }) => {
  const { buyer, general } = await asBuyer(page)
  await page.goto('/control/couponcenter')
  await page.getByRole('button', { name: `立即领取“${general.name}”` }).click()
  await expect(page.getByRole('status').filter({ hasText: `已领取“${general.name}”` })).toBeVisible()
  await expect(ticket(page, general.name)).toContainText(general.per_company > 1 ? '再领一张' : '已领取')

  await page.getByRole('link', { name: '我的优惠券' }).first().click()
  await expect(page.getByRole('navigation', { name: '优惠券状态' }).getByRole('link', { name: /^可使用/ })).toHaveText(
    '可使用1',
  )
  await page.getByRole('link', { name: `用“${general.name}”购买时长` }).click()
  await expect(page).toHaveURL(/\/control\/employeehouers\?coupon=/)
  await page.getByRole('spinbutton', { name: '购买人数' }).fill('20')
  const coupon = page.getByRole('radio', { name: new RegExp(`^${general.name}`) })
  await expect(coupon).toBeChecked()
  await expect(total(page)).toContainText(`已优惠 ${yuan(general.amount ?? 0)}`)

  // An address without a coupon leaves the choice to the page.
  await page.goto('/control/employeehouers?quantity=20')
  await expect(total(page)).toContainText(`已优惠 ${yuan(general.amount ?? 0)}`)
  await page.getByRole('radio', { name: '不使用优惠券' }).click()
  await expect(total(page)).not.toContainText('已优惠')
  await coupon.click()
  await expect(total(page)).toContainText(`已优惠 ${yuan(general.amount ?? 0)}`)
  await page.getByRole('button', { name: '提交订单' }).click()
  await expect(page).toHaveURL(/\/control\/cashier/)
  const order_id = new URL(page.url()).searchParams.get('order_id')

  await page.goto('/control/couponlist?state=locked')
  await expect(ticket(page, general.name).getByRole('link', { name: /^订单 / })).toBeVisible()
  const cancelled = await post(page.request, '/v1/order/orderOpera', { sid: buyer.sid, order_id, opera: 'cancel' })
  expect(cancelled.code).toBe(200)
  await page.goto('/control/couponlist')
  await expect(ticket(page, general.name)).toBeVisible()
})
