import { cleanup, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { newId } from '#web/testing/answers.ts'
import { openOffice } from '#web/testing/open-office.tsx'
import { invoicesAt, operatedLinePath, ordersOf, salesOrderPath } from '../paths.ts'

test('a list of one company’s orders is not called that of all, even if there are none', async () => {
  openOffice(ordersOf(newId()), ['finance'], { getSalesOrderList: { list: [], total: 0 } })
  await screen.findByText('没有符合条件的订单')
  screen.getByText('只列出一家企业的订单。')
  expect(screen.queryByText('全部企业的订单，最新的在前。')).toBeNull()
})

test('an order leads to its own invoice, and operators who may open lines to its lines', async () => {
  const [order_number, company_id, line_id] = ['20261120000000017', newId(), newId()]
  const order = {
    ...{ order_number, company_id, company_name: '蓝帆', invoice_number: null },
    invoice: { state: 'asked' as const },
    lines: [{ svp_id: line_id, name: '东京一号' }],
  }
  const open = async (role: 'finance' | 'support') => {
    openOffice(salesOrderPath(order_number), [role], { getSalesOrder: order })
    await screen.findByText('东京一号')
  }
  await open('support')
  const line = screen.getByRole('link', { name: '东京一号' })
  expect(line.getAttribute('href')).toBe(operatedLinePath({ company_id, line_id }))
  cleanup()
  await open('finance')
  expect(screen.getByRole('link', { name: '查看申请' }).getAttribute('href')).toBe(invoicesAt(order_number))
  expect(screen.queryByRole('link', { name: '东京一号' })).toBeNull()
})
