import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { newId } from '#web/testing/answers.ts'
import { openOffice } from '#web/testing/open-office.tsx'
import { ordersOf } from '../paths.ts'

test('a list of one company’s orders is not called that of all, even if there are none', async () => {
  openOffice(ordersOf(newId()), ['finance'], { getSalesOrderList: { list: [], total: 0 } })
  await screen.findByText('没有符合条件的订单')
  screen.getByText('只列出一家企业的订单。')
  expect(screen.queryByText('全部企业的订单，最新的在前。')).toBeNull()
})
