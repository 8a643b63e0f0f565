import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPage, refuse } from '#web/testing/open-page.tsx'

test('when the last coupon is gone it says so at once and reloads the list', async () => {
  const { user, calls } = openPage('/control/couponcenter', {
    getUserCouponTypeList: { list: [{ name: '新人立减', kind: 'amount', amount: 5000, claimable: true }] },
    getCoupon: refuse(-49022, '已被领完'),
  })
  await user.click(await screen.findByRole('button', { name: '立即领取“新人立减”' }))
  expect((await screen.findByRole('alert')).textContent).toContain('已被领完')
  await expect.poll(() => calls('getUserCouponTypeList')).toHaveLength(2)
})

test('an empty state says what it would show and links to the coupon center', async () => {
  const { user } = openPage('/control/couponlist')
  await screen.findByRole('heading', { name: '没有可使用的优惠券' })
  await user.click(screen.getByRole('link', { name: /^已使用/ }))
  await screen.findByRole('heading', { name: '没有已使用的优惠券' })
  await user.click(screen.getByRole('link', { name: '去领券' }))
  await screen.findByRole('heading', { level: 1, name: '领券中心' })
})

test('of a coupon that was used it is only said until when it was valid', async () => {
  openPage('/control/couponlist?state=used', {
    getUserCouponList: {
      list: [
        {
          name: '新人立减',
          state: 'used',
          valid_until: '2026-01-10T00:00:00.000Z',
          used_at: '2026-01-02T00:00:00.000Z',
        },
      ],
      total: 1,
    },
  })
  await screen.findByText('2026-01-10 08:00 前')
})
