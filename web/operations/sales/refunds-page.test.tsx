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
