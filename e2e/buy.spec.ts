import type { APIRequestContext, Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { demo, keepSession, post, signedIn } from './people.ts'
import { newBuyer, orderByCall, payByCall, stock } from './shopping.ts'
import { expect, expectFits, test } from './test.ts'

interface OrderRow {
  order_id: string
  state: string
  payable: number
  subject: string
}
const ordersOf = async (page: Page, { sid }: { sid: string }) =>
  (await post<{ list: OrderRow[] }>(page.request, '/v1/order/getOrderList', { sid })).data.list

async function asBuyer(page: Page) {
  const buyer = await newBuyer(page.request)
  await keepSession(page, buyer)
  return buyer
}

/** The price is calculated here once more on purpose: fen for one unit, rounded once. */
const priced = (price: number, days: number, off: number) => Math.round((((price * days) / 30) * (100 - off)) / 100)
const yuan = (fen: number) => `¥${(fen / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`

interface Goods {
  product: 'hours' | 'line'
  skus: { price: number; region_name: string | null; access_way_name: string | null; stock: number | null }[]
}

async function goodsOf(request: APIRequestContext): Promise<Goods[]> {
  const tree = await post<{ list: { category_id: string }[] }>(request, '/v1/product/getCategoryTreeList', {})
  const lists = await Promise.all(
    tree.data.list.map(({ category_id }) =>
      post<{ list: Goods[] }>(request, '/v3/product/getGoodsListByCategoryId', { category_id }),
    ),
  )
  return lists.flatMap(({ data }) => data.list)
}

async function hoursPrice(request: APIRequestContext): Promise<number> {
  return (await goodsOf(request)).find(({ product }) => product === 'hours')?.skus[0]?.price ?? 0
}

const place = (page: Page) => page.getByRole('region', { name: '国家/地区与城市' })
const card = (page: Page) => page.getByRole('region', { name: '本次订单' })
const submit = (page: Page) => page.getByRole('button', { name: '提交订单' })

test('hours: seats and package give the price, the later balance is shown, and ordering opens the cashier', async ({
  page,
}) => {
  const buyer = await asBuyer(page)
  const unit = priced(await hoursPrice(page.request), 90, 5)
  await page.goto('/control/employeehouers')
  await page.getByRole('spinbutton', { name: '购买人数' }).fill('12')
  await page.getByRole('radio', { name: /^90 天/ }).click({ force: true })
  await expect(page).toHaveURL(/quantity=12/)
  await expect(page).toHaveURL(/days=90/)
  const expectPrice = async () => {
    await expect(card(page)).toContainText(`${yuan(unit)} / 人`)
    await expect(card(page)).toContainText('本次购买1,080 人天')
    await expect(card(page)).toContainText('0 → 1,080 人天')
    await expect(card(page).getByText(yuan(unit * 12), { exact: true })).toBeVisible()
  }
  await expectPrice()
  await page.reload()
  await expect(page.getByRole('spinbutton', { name: '购买人数' })).toHaveValue('12')
  // On a phone the price is a bar that unfolds, and the order is submitted from there.
  await page.setViewportSize({ width: 390, height: 844 })
  await card(page).getByRole('button', { name: '明细' }).click()
  await expectPrice()
  await submit(page).click()
  await expect(page).toHaveURL(/\/control\/cashier\?order_id=/)
  expect(await ordersOf(page, buyer)).toMatchObject([{ state: 'pending', payable: unit * 12 }])
})

test('lines: search, stock limit and several lines in one order; a reload keeps the list', async ({ page }) => {
  // The test is slow because it checks all of a large page for accessibility twice.
  test.slow()
  await stock('it-milan', 'datacenter-native', 3)
  await stock('br-sao-paulo', 'datacenter-native', 2)
  const buyer = await asBuyer(page)
  const before = (await goodsOf(page.request)).flatMap(({ skus }) => skus)
  const left = (city: string) =>
    before.find(sku => sku.region_name?.includes(city) && sku.access_way_name?.includes('数据中心'))?.stock ?? 0
  await page.goto('/control/buyvirtual')
  await expect(card(page).getByText('请先选择国家/地区')).toBeVisible()
  await page.getByRole('searchbox', { name: '搜索国家/地区或城市' }).fill('意大利')
  await page.getByRole('searchbox').press('Enter')
  await expect(place(page)).toContainText('意大利 米兰')
  const number = page.getByRole('spinbutton', { name: '数量', exact: true })
  await number.fill(String(left('米兰') + 1))
  await expect(page.getByRole('alert').filter({ hasText: `库存不足，最多还可以加 ${left('米兰')} 条` })).toBeVisible()
  await number.blur()
  // The typed number stays, and nothing else is ordered instead.
  await expect(number).toHaveValue(String(left('米兰') + 1))
  await expect(submit(page)).toBeDisabled()
  await number.fill('2')
  await page.getByRole('radio', { name: /^90 天/ }).click({ force: true })
  await page.getByRole('button', { name: '加入清单' }).click()
  await expect(page.getByText(`还可以加入 ${left('米兰') - 2} 条`)).toBeVisible()

  await page.getByRole('button', { name: '换个城市' }).click()
  await page.getByRole('radio', { name: /^圣保罗/ }).click({ force: true })
  await page.getByRole('button', { name: '加入清单' }).click()
  const basket = page.getByRole('region', { name: '清单', exact: true })
  await expect(basket).toContainText('2 种，共 3 条')
  await page.reload()
  await expect(basket).toContainText('2 种，共 3 条')
  await expectAccessible(page.getByRole('main'))
  await page.getByRole('button', { name: /^移除 巴西 圣保罗/ }).click()
  await expect(basket).toContainText('1 种，共 2 条')
  await submit(page).click()
  await expect(page).toHaveURL(/\/control\/cashier/)
  const [order] = await ordersOf(page, buyer)
  expect(order).toMatchObject({ state: 'pending' })
  // The next order begins with an empty list, and promised lines are no longer in stock.
  await page.goto('/control/buyvirtual?region=it-milan')
  await expect(page.getByText(`库存 ${left('米兰') - 2} 条`)).toBeVisible()
  await expect(basket).toBeHidden()
})

test('the map chooses as the list does, and the page fits every width', async ({ page }) => {
  await asBuyer(page)
  await page.goto('/control/buyvirtual')
  await page.locator('.map-node').first().click()
  await expect(page).toHaveURL(/region=us-los-angeles/)
  await expect(place(page)).toContainText('美国 洛杉矶')
  // The next choice and its cost are in sight without scrolling.
  for (const next of [page.getByRole('spinbutton', { name: '数量', exact: true }), submit(page)])
    await expect(next).toBeInViewport({ ratio: 1 })
  await expectFits(page)
})

test('lines are renewed by days or to one end date, with the price shown first', async ({ page }) => {
  test.slow()
  await stock('my-kuala-lumpur', 'datacenter-native', 2)
  const buyer = await asBuyer(page)
  const placed = await orderByCall(page.request, buyer, { product: 'line', quantity: 2 })
  await payByCall(page.request, buyer, placed.order_id)
  const detail = await post<{ lines: { svp_id: string; name: string }[] }>(
    page.request,
    '/v1/order/getOrderDetailByOrderId',
    { sid: buyer.sid, order_id: placed.order_id },
  )
  const { lines } = detail.data
  expect(lines).toHaveLength(2)
  await page.goto('/control/manageline')
  for (const { name } of lines) await expect(page.getByText(name, { exact: true }).first()).toBeVisible()
  await page.getByRole('checkbox', { name: '选择本页全部' }).check()
  await page.getByRole('button', { name: '续费', exact: true }).first().click()
  await expect(page).toHaveURL(/renew=/)
  for (const { svp_id } of lines) expect(page.url()).toContain(svp_id)
  await expect(page.getByRole('heading', { level: 1, name: '续费专线' })).toBeVisible()
  const renewed = page.getByRole('region', { name: '续费的专线' })
  for (const { name } of lines) await expect(renewed.getByRole('heading', { name })).toBeVisible()
  await page.getByRole('button', { name: '90 天' }).click()
  await expect(renewed.getByText(/共 90 天 · 优惠 5%/)).toHaveCount(2)
  await expectAccessible(page.getByRole('main'))
  await page.getByText('统一到期日').click()
  await expect(card(page).getByText('请选择到期日')).toBeVisible()
  await page.getByRole('textbox', { name: '统一到期日' }).click()
  await page.getByText('一年后').click()
  await expect(renewed.getByText(/共 33\d 天/)).toHaveCount(2)
  await page.getByRole('button', { name: `不续费 ${lines[0]?.name}` }).click()
  await expect(renewed.getByRole('listitem')).toHaveCount(1)
  // The remaining line keeps the chosen end.
  await expect(renewed.getByText(/共 33\d 天/)).toHaveCount(1)
  await submit(page).click()
  await expect(page).toHaveURL(/\/control\/cashier/)
  const orders = await post<{ list: { kind: string }[] }>(page.request, '/v1/order/getOrderList', { sid: buyer.sid })
  expect(orders.data.list.map(({ kind }) => kind)).toEqual(['renewal', 'purchase'])
})

test('the price page leads to the buy page with the same choice, after logging in', async ({ page }) => {
  await page.goto('/product')
  const calculator = page.locator('[data-calculator]')
  // Its choices are loaded when it comes near.
  await calculator.scrollIntoViewIfNeeded()
  await calculator.getByLabel('国家/地区与城市').selectOption({ label: '日本 东京' })
  await calculator.getByLabel('套餐时长').selectOption('90')
  await calculator.getByLabel('线路条数').fill('2')
  await calculator.getByRole('link', { name: '按此配置下单' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('登录后继续购买')).toBeVisible()
  const panel = dialog.getByRole('tabpanel')
  await panel.getByRole('textbox', { name: '登录账号' }).fill(demo.manager)
  await panel.getByLabel('密码', { exact: true }).fill(demo.password)
  await panel.getByRole('checkbox').check()
  await panel.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: '购买虚拟专线' })).toBeVisible()
  await expect(page).toHaveURL(/region=jp-tokyo&way=datacenter-native&bandwidth=5&days=90&quantity=2$/)
  await expect(place(page)).toContainText('日本 东京')
})

test('a logged-in visitor gets from a price to its line at once', async ({ page }) => {
  await signedIn(page, demo.manager)
  await page.goto('/product')
  await page.getByRole('link', { name: /^伦敦 住宅原生 IP/ }).click()
  await expect(page).toHaveURL(/\/control\/buyvirtual\?region=gb-london&way=residential-native$/)
  await expect(page.getByRole('radio', { name: /^住宅原生 IP/ })).toBeChecked()
})
