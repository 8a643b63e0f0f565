import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { newId } from '#web/testing/answers.ts'
import { type Answers, expectEnabled, openPage, refuse } from '#web/testing/open-page.tsx'

const [category_id, region_id, access_way_id] = [newId(), newId(), newId()]
const line = { region_id, access_way_id, bandwidth: 5, price: 26_000, stock: 2 }
const linesOnSale: Answers = {
  getCategoryTreeList: { list: [{ category_id, name: '虚拟专线' }] },
  getGoodsListByCategoryId: { list: [{ category_id, product: 'line', skus: [line] }] },
  getGoodsPackageTypeByCategoryId: { list: [{ days: 30 }] },
  getRegionList: { list: [{ region_id, code: 'es-madrid', country: '西班牙', city: '马德里', continent: '欧洲' }] },
  getAccessWayList: { list: [{ access_way_id, code: 'datacenter-native', name: '数据中心原生 IP' }] },
  quoteOrder: { payable: 26_000 },
}

test('less than was ordered is left by the time it is submitted: said, and nothing is ordered', async () => {
  const { user, calls } = openPage('/control/buyvirtual?region=es-madrid&quantity=1', {
    ...linesOnSale,
    createOrder: refuse(-49006, '库存不足，请减少数量或更换地区，剩余：', 0),
  })
  const submit = await screen.findByRole('button', { name: '提交订单' })
  await expectEnabled(submit)
  const requested = calls('getGoodsListByCategoryId').length
  await user.click(submit)
  expect((await screen.findByRole('alert')).textContent).toContain('剩余：0')
  expect(location.pathname).toBe('/control/buyvirtual')
  // What is sold is read again.
  await expect.poll(() => calls('getGoodsListByCategoryId').length).toBeGreaterThan(requested)
})

test('lines that are not there can’t be renewed, and it says so', async () => {
  openPage(`/control/buyvirtual?renew=${newId()}`, { quoteOrder: refuse(-52001, '专线不存在') })
  await screen.findByRole('heading', { name: '这条专线不能续费' })
})

test('a renewal without lines leads to new ones', async () => {
  const { user } = openPage('/control/buyvirtual?renew=abc', linesOnSale)
  await screen.findByRole('heading', { name: '没有选择专线' })
  await user.click(screen.getByRole('link', { name: '购买新的专线' }))
  await screen.findByRole('heading', { level: 1, name: '购买虚拟专线' })
})
