import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { newId } from '#web/testing/answers.ts'
import { openPage, refuse } from '#web/testing/open-page.tsx'

const [orderId, first, second] = [newId(), newId(), newId()]
const order = {
  order_id: orderId,
  order_number: '2026112000001',
  state: 'fulfilled',
  product: 'line',
  payable: 11_600,
} as const
const lines = [
  { svp_id: first, name: '东京-01', days: 24, amount: 4640 },
  { svp_id: second, name: '东京-02', days: 24, amount: 4640 },
]

async function openDialog(
  getRefundOffer: NonNullable<Parameters<typeof openPage>[1]>['getRefundOffer'],
  note: string,
  kind: 'purchase' | 'renewal' = 'purchase',
  coupon_discount = 0,
) {
  const page = openPage('/control/orderrecord', {
    getOrderList: { list: [{ ...order, kind, coupon_discount, operas: ['refund'] }], total: 1 },
    getRefundOffer,
    orderOpera: { order_id: orderId, state: 'fulfilled', payment_id: null },
    planRefund: {
      lost: { people: 1, list: [{ name: '陈雨桐', lines: 1, line_names: ['东京-01'] }] },
      used: {
        people: 1,
        list: [{ name: '陈雨桐', lines: 1, line_names: ['东京-01'], last_at: '2026-11-20T10:00:00.000Z' }],
      },
    },
  })
  await page.user.click(await screen.findByRole('button', { name: `订单 ${order.order_number} 的更多操作` }))
  const action = await screen.findByRole('menuitem', { name: '申请退款' })
  await within(action).findByText(note)
  await page.user.click(action)
  return { ...page, dialog: within(await screen.findByRole('dialog')) }
}

test('a refund is requested as the server offers: the selected lines at the shown amount', async () => {
  const { user, calls, dialog } = await openDialog(
    {
      remaining: 11_600,
      offers: [{ kind: 'unused', amount: 9280, items: lines }],
      problem: '有专线绑定过地址，不能整单退款',
    },
    '可退 ¥92.80',
  )
  await dialog.findByText(/有专线绑定过地址/)
  await user.click(dialog.getByRole('checkbox', { name: /东京-01/ }))
  await user.click(dialog.getByRole('checkbox', { name: /东京-02/ }))
  // Nothing is chosen, and so nothing is planned or said to happen.
  await dialog.findByText('请选择专线')
  expect(dialog.queryByText(/立即停用/)).toBeNull()
  expect(calls('planRefund').some(({ refund_svp_ids }) => refund_svp_ids?.length === 0)).toBe(false)
  await user.click(dialog.getByRole('checkbox', { name: /东京-01/ }))
  await screen.findByText('申请退款 ¥46.40')
  // People who lose access are named before the request is sent.
  await dialog.findByText(/人将失去能用的专线/)
  await dialog.findByText(/其中 1 人最近 90 天用过/)
  await expect
    .poll(() => calls('planRefund').at(-1))
    .toEqual({ order_id: orderId, refund_kind: 'unused', refund_svp_ids: [first] })
  await user.type(dialog.getByRole('textbox'), '线路不通')
  await user.click(dialog.getByRole('button', { name: '申请退款' }))
  await expect
    .poll(() => calls('orderOpera'))
    .toEqual([
      {
        order_id: orderId,
        opera: 'refund',
        reason: '线路不通',
        refund_kind: 'unused',
        refund_amount: 4640,
        refund_svp_ids: [first],
      },
    ])
})

test('whoever asks a renewal back reads that its lines no longer renew themselves', async () => {
  const offers = [{ kind: 'unused' as const, amount: 9280, items: lines }]
  const { dialog } = await openDialog({ remaining: 11_600, offers, problem: '已开始' }, '可退 ¥92.80', 'renewal')
  await dialog.findByText(/自动续费同时关闭/)
  await dialog.findByText(/驳回则恢复原状，自动续费须另行开启/)
})

test('whoever asks for a refund reads whether the coupon comes back', async () => {
  const offers = [
    { kind: 'requested' as const, amount: 11_600, items: lines },
    { kind: 'unused' as const, amount: 9280, items: lines },
  ]
  const offer = { remaining: 11_600, offers, problem: '' }
  const { user, dialog } = await openDialog(offer, '可退 ¥116.00', 'purchase', 2000)
  await dialog.findByText(/用过的优惠券（减 ¥20.00）在退款完成后退回企业/)
  await user.click(dialog.getByRole('radio', { name: /按未用/ }))
  await dialog.findByText('优惠券只在整单退款时退回，这次不退回。')
})

test('when nothing can be refunded the dialog says why and cannot be submitted', async () => {
  const { dialog } = await openDialog(
    { remaining: 11_600, offers: [], problem: '有专线已释放，不能整单退款' },
    '没有可退的',
  )
  await dialog.findByText(/有专线已释放/)
  expect(dialog.queryByRole('textbox')).toBeNull()
  expect((dialog.getByRole('button', { name: '申请退款' }) as HTMLButtonElement).disabled).toBe(true)
})

test('an amount that has changed meanwhile is shown anew, and the reason stays', async () => {
  const offer = (amount: number) => ({
    remaining: 11_600,
    offers: [{ kind: 'unused' as const, amount, items: [{ svp_id: first, name: '东京-01', days: 24, amount }] }],
    problem: '有专线绑定过地址，不能整单退款',
  })
  const { user, calls, answers, dialog } = await openDialog(offer(9280), '可退 ¥92.80')
  await user.type(await dialog.findByRole('textbox', { name: '退款原因' }), '不再需要')
  answers.getRefundOffer = offer(4640)
  answers.orderOpera = refuse(-49015, '可退的天数或金额已变化，请确认新的金额后再提交')
  await user.click(dialog.getByRole('button', { name: '申请退款' }))
  await screen.findByRole('dialog', { name: '申请退款 ¥46.40' })
  answers.orderOpera = { order_id: orderId, state: 'fulfilled', payment_id: null }
  await user.click(dialog.getByRole('button', { name: '申请退款' }))
  await expect
    .poll(() => calls('orderOpera').at(-1))
    .toMatchObject({ opera: 'refund', reason: '不再需要', refund_amount: 4640 })
})

test.each([
  ['balance', '退回余额'],
  ['transfer', '由银行汇回'],
  ['alipay', '原路退回'],
] as const)('what was paid by %s: %s', async (gateway, words) => {
  const offers = [{ kind: 'requested' as const, amount: 11_600, items: lines }]
  const { dialog } = await openDialog({ remaining: 11_600, offers, problem: '', gateway }, '可退 ¥116.00')
  await dialog.findByText(new RegExp(`审核通过后 ¥116\\.00 ${words}`))
})
