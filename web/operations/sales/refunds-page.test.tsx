import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openOffice } from '#web/testing/open-office.tsx'

const openFailed = (kind: 'requested' | 'surplus' | 'mismatch') =>
  openOffice('/operations/refunds?state=failed', ['finance'], {
    getRefundList: {
      list: [{ kind, state: 'failed', gateway: 'alipay', out_refund_no: 'R1', order_number: 'A1', amount: 5_800 }],
      total: 1,
    },
    rejectRefund: {},
  })

test('a refund that failed can be rejected', async () => {
  const { user, calls } = openFailed('requested')
  await user.click(await screen.findByRole('button', { name: '驳回' }))
  // The words of the company's page would name the reader as somebody else.
  expect(screen.queryByText(/客服处理中/)).toBeNull()
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('textbox', { name: /驳回的原因/ }), '改为线下处理')
  await user.click(dialog.getByRole('button', { name: '驳回' }))
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect(calls('rejectRefund').map(({ input }) => input)).toEqual([{ out_refund_no: 'R1', reason: '改为线下处理' }])
})

test.each(['surplus', 'mismatch'] as const)('one for %s money that failed can’t, as it is not ours', async kind => {
  openFailed(kind)
  await screen.findByRole('button', { name: '登记已汇回' })
  expect(screen.queryByRole('button', { name: '驳回' })).toBeNull()
})

test('a number or an amount is looked for in all states, a name in the one that is shown', async () => {
  const { user, calls } = openOffice('/operations/refunds?state=failed', ['finance'], {
    getRefundList: { list: [], total: 0 },
  })
  const search = await screen.findByRole('searchbox')
  await user.type(search, '蓝帆{Enter}')
  await user.clear(search)
  await user.type(search, '1,058.50{Enter}')
  await expect.poll(() => screen.getByRole<HTMLInputElement>('radio', { name: '全部退款' }).checked).toBe(true)
  const asked = calls('getRefundList').map(({ input }) => input)
  expect(asked).toContainEqual({ state: 'failed', keyword: '蓝帆', page: 1, page_size: 20 })
  expect(asked.at(-1)).toEqual({ state: 'all', keyword: '1,058.50', page: 1, page_size: 20 })
})

test('a request that its company withdrew is not listed as rejected', async () => {
  openOffice('/operations/refunds?state=rejected', ['finance'], {
    getRefundList: {
      list: [
        { kind: 'requested', state: 'rejected', withdrawn: true, out_refund_no: 'R1', order_number: 'A1' },
        { kind: 'requested', state: 'rejected', withdrawn: false, out_refund_no: 'R2', order_number: 'A2' },
      ],
      total: 2,
    },
  })
  await screen.findByText('已撤回')
  expect(screen.getAllByText('已驳回')).toHaveLength(1)
})
