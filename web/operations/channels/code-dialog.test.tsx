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

test('a code that a colleague has changed meanwhile shows the other times on request, and is saved once it is sent again', async () => {
  const code = { promotion_code: 'AB12CD', starts_at: '2026-11-20T01:30:00.000Z', ends_at: null, use_limit: 5, used: 0 }
  const seen = { ends_at: '2026-12-31T15:00:00.000Z', use_limit: 9 }
  const { user, calls } = openOffice(channelPath(newId()), ['owner'], {
    getPromotionCodeList: { list: [{ ...code, coupon_type_id: null }], total: 1 },
    getWelcomeCouponList: { list: [] },
    setPromotionCode: input =>
      input.seen?.use_limit === 9 ? {} : refuse(-53022, '内容已被其他人修改，请刷新后重试', { seen, saved_by: '李四' }),
  })
  await user.click(await screen.findByRole('button', { name: 'AB12CD的操作' }))
  await user.click(await screen.findByRole('menuitem', { name: '修改' }))
  const dialog = within(await screen.findByRole('dialog'))
  const limit = dialog.getByRole('spinbutton')
  await user.clear(limit)
  await user.type(limit, '7')
  await user.type(dialog.getByLabelText('结束时间'), '2026-12-30 10:00{Enter}')
  await user.click(dialog.getByRole('button', { name: /保\s?存/ }))
  await dialog.findByText('李四已保存了新的内容：结束时间、使用上限')
  dialog.getByText(/^使用上限现为“9”。您填写的都还在/)
  await user.click(dialog.getByRole('button', { name: '看对方的' }))
  expect(dialog.getByLabelText<HTMLInputElement>('结束时间').value).toBe('2026-12-31 23:00')
  await user.click(dialog.getByRole('button', { name: '用回我填写的' }))
  expect(dialog.getByLabelText<HTMLInputElement>('结束时间').value).toBe('2026-12-30 10:00')
  await user.click(dialog.getByRole('button', { name: /保\s?存/ }))
  await expect
    .poll(() => calls('setPromotionCode').at(-1)?.input)
    .toEqual({ promotion_code: 'AB12CD', ends_at: '2026-12-30T02:00:00.000Z', use_limit: 7, seen })
})
