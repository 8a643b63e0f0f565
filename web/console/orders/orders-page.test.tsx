import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPage, refuse } from '#web/testing/open-page.tsx'

test('records that can’t be had say so and are had on another try', async () => {
  const { user, answers } = openPage('/control/orderrecord', {
    getOrderList: refuse(500, '服务出现问题，请稍后重试'),
  })
  expect((await screen.findByRole('alert')).textContent).toContain('服务出现问题，请稍后重试')
  answers.getOrderList = {}
  await user.click(screen.getByRole('button', { name: '重试' }))
  await screen.findByText('还没有订单')
})
