import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { newId } from '#web/testing/answers.ts'
import { employee, openPage, refuse } from '#web/testing/open-page.tsx'

const order_id = newId()
const success = `/pages/buySuccess/buySuccess?order_id=${order_id}&trade_status=TRADE_SUCCESS`
const failure = `/pages/buyFailed/buyFailed?order_id=${order_id}`
const title = async (name: string) => screen.findByRole('heading', { level: 1, name })

test('the address of success says what the order says, whatever it is called', async () => {
  openPage(success, { getOrderDetailByOrderId: { order_id, state: 'pending' } })
  await title('还没有收到这笔订单的付款')
  expect(screen.getByRole('link', { name: '去支付' }).getAttribute('href')).toBe(
    `/control/cashier?order_id=${order_id}`,
  )
})

test('the address of failure says what the order says, whatever it is called', async () => {
  openPage(failure, { getOrderDetailByOrderId: { order_id, state: 'fulfilled', payable: 5800 } })
  await title('这笔订单已经支付成功')
  expect(screen.queryByRole('link', { name: /支付/ })).toBeNull()
})

test('an order of nobody is not found', async () => {
  openPage(success, { getOrderDetailByOrderId: refuse(-49010, '订单不存在') })
  await title('没有找到这笔订单')
})

test('an employee sees none', async () => {
  const { calls } = openPage(failure, employee)
  await title('订单由企业管理员查看')
  expect(calls('getOrderDetailByOrderId')).toEqual([])
})

test('a gateway that leads a failed payment back to success ends at the address of failure', async () => {
  openPage(success, { getOrderDetailByOrderId: { order_id, state: 'pending', payments: [{ state: 'failed' }] } })
  await title('支付没有完成')
  expect(location.pathname + location.search).toBe(failure)
})
