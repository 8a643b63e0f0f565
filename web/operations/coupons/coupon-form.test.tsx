import { cleanup, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { newId } from '#web/testing/answers.ts'
import { openOffice } from '#web/testing/open-office.tsx'
import { refuse } from '#web/testing/open-page.tsx'

const self = { operator_id: newId(), roles: ['finance' as const] }
const waiting = { summary: '上架优惠券“满减”', requested_by: '周敏' }
const requestedNew = { approval_id: newId(), summary: '上架优惠券“全新”', requested_by: '周敏' }

test('a coupon that waits for a second operator is sent once: the form is left and its draft is gone', async () => {
  const open = () =>
    openOffice('/operations/coupons/new', ['finance'], {
      getSelf: self,
      setCouponType: refuse(-53013, '已提交，等待另一位同事确认', { approval_id: newId() }),
      getCouponTypeList: { list: [{ name: '旧的一种', waiting }], total: 1, waiting_new: [requestedNew] },
    })
  const { user, calls } = open()
  await user.type(await screen.findByRole('textbox', { name: '名称' }), '满减')
  await user.type(screen.getByRole('spinbutton', { name: '减免金额' }), '88')
  await user.click(screen.getByRole('button', { name: '保存' }))
  await screen.findByText('旧的一种')
  expect(location.pathname).toBe('/operations/coupons')
  expect(calls('setCouponType')).toHaveLength(1)
  // The list marks a type with a pending request.
  expect(screen.getByText('有申请待确认')).toBeTruthy()
  // A new type has no row yet, so its request is shown above the list.
  screen.getByText(/上架优惠券“全新”：周敏/)
  expect(screen.getByRole('link', { name: '等待另一位同事确认' }).getAttribute('href')).toBe(
    '/operations/approvals?state=waiting',
  )
  cleanup()
  open()
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: '名称' })).value).toBe('')
})

test('while something waits about its coupon, a gift says so and is not begun', async () => {
  openOffice(`/operations/coupons/${newId()}/gifts/${newId()}`, ['finance'], {
    getCouponGift: { state: 'previewed', total: 3, waiting },
  })
  await screen.findByText(/上架优惠券“满减”：周敏/)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '赠送给 3 家企业' }).disabled).toBe(true)
})

test('while something waits about a coupon, nothing is offered that needs a request of its own', async () => {
  const coupon_type_id = newId()
  const type = { coupon_type_id, name: '满减', waiting, published: false }
  const open = (path: string, published = false) =>
    openOffice(path, ['finance'], {
      getCouponTypeDetail: { ...type, published },
      getCouponTypeList: { list: [{ ...type, published }], total: 1 },
    })
  const disabled = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name }).disabled
  open(`/operations/coupons/${coupon_type_id}`)
  await screen.findByText(/上架优惠券“满减”：周敏/)
  expect([disabled('上架'), disabled('赠送')]).toEqual([true, true])
  cleanup()
  // Its withdrawal requires no second operator.
  open(`/operations/coupons/${coupon_type_id}`, true)
  await screen.findByText(/上架优惠券“满减”：周敏/)
  expect([disabled('下架'), disabled('赠送')]).toEqual([false, true])
  cleanup()
  const { user } = open('/operations/coupons')
  const link = await screen.findByRole<HTMLAnchorElement>('link', { name: '查看满减的申请' })
  expect(link.getAttribute('href')).toBe('/operations/approvals?state=waiting&kind=coupon')
  await user.click(screen.getByRole('button', { name: '满减的操作' }))
  expect(screen.getByRole<HTMLButtonElement>('menuitem', { name: '上架' }).disabled).toBe(true)
})

test('a coupon that a colleague has changed keeps what was typed, and the second press takes their place', async () => {
  const coupon_type_id = newId()
  const saved_at = '2026-11-26T02:00:00.000Z'
  const shown = vi.spyOn(Element.prototype, 'scrollIntoView')
  const { user, calls } = openOffice(`/operations/coupons/${coupon_type_id}/edit`, ['finance'], {
    getCouponTypeDetail: {
      coupon_type_id,
      name: '满减',
      amount: 8800,
      for_purchase: true,
      per_company: 1,
      valid_days: 30,
      revision: 3,
    },
    setCouponType: ({ revision }) =>
      revision === 4
        ? { coupon_type_id }
        : refuse(-53022, '内容已被其他人修改，请刷新后重试', { revision: 4, saved_by: '李四', saved_at }),
  })
  await user.type(await screen.findByRole('textbox', { name: '名称' }), '二')
  await user.click(screen.getByRole('button', { name: '保存' }))
  const note = (await screen.findByText(/李四于 .+ 保存了新的内容/)).closest('[role="alert"]')
  // The page has 取消 and no close button, and the note may be below the visible part.
  expect(note?.textContent).toContain('取消后重新打开')
  expect(shown.mock.contexts).toContain(note?.parentElement)
  await user.click(screen.getByRole('button', { name: '保存' }))
  await expect.poll(() => location.pathname).toBe(`/operations/coupons/${coupon_type_id}`)
  expect(calls('setCouponType').map(({ input }) => input)).toMatchObject([
    { name: '满减二', revision: 3 },
    { name: '满减二', revision: 4 },
  ])
})

test('the preview of a gift counts every row that is left out', async () => {
  const none = { ready: 0, given: 0, unknown: 0, ambiguous: 0, duplicate: 0, limit: 0, refused: 0 }
  openOffice(`/operations/coupons/${newId()}/gifts/${newId()}`, ['finance'], {
    getCouponGift: {
      state: 'previewed',
      total: 3,
      outcomes: { ...none, ready: 3, unknown: 1, refused: 2 },
      waiting: null,
    },
  })
  await screen.findByText(/另外 3 行有问题，不会赠送/)
})

test('a threshold below the amount is pointed out while it is typed', async () => {
  const { user } = openOffice('/operations/coupons/new', ['finance'], { getSelf: self })
  await user.type(await screen.findByRole('spinbutton', { name: '减免金额' }), '100')
  const threshold = screen.getByRole('spinbutton', { name: '使用门槛' })
  screen.getByText('适用商品满多少可用，0 为无门槛')
  await user.clear(threshold)
  await user.type(threshold, '50')
  await screen.findByText('门槛低于减免金额：满 ¥50、不到 ¥100 的订单由券付清')
  await user.clear(threshold)
  await user.type(threshold, '500')
  await screen.findByText('适用商品满多少可用，0 为无门槛')
})
