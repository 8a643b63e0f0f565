import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { newId } from '#web/testing/answers.ts'
import { openOffice } from '#web/testing/open-office.tsx'
import { refuse } from '#web/testing/open-page.tsx'
import { channelPath } from '../paths.ts'

test('a welcome coupon is called withdrawn only once the list of those that are given out is there', async () => {
  const coupon_type_id = newId()
  const code = {
    promotion_code: 'AB12CD',
    coupon_type_id,
    coupon_name: '新客券',
    starts_at: '2026-11-20T01:30:00.000Z',
  }
  let isRead = false
  const { user } = openOffice(channelPath(newId()), ['owner'], {
    getPromotionCodeList: { list: [code], total: 1 },
    getWelcomeCouponList: () => (isRead ? { list: [] } : refuse(500, '服务出现问题，请稍后重试')),
  })
  await user.click(await screen.findByRole('button', { name: 'AB12CD的操作' }))
  await user.click(await screen.findByRole('menuitem', { name: '修改' }))
  const dialog = within(await screen.findByRole('dialog'))
  const alert = await dialog.findByRole('alert')
  expect(alert.textContent).toContain('没有读到可选的优惠券')
  expect(dialog.queryByText('新客券（已下架或过期）')).toBeNull()
  dialog.getByText('新客券')
  isRead = true
  await user.click(within(alert).getByRole('button', { name: /重\s*试/ }))
  await dialog.findByText('新客券（已下架或过期）')
})
