import { refundLooks, type StateLook, withdrawnRefundLook } from '#web/ui/states.ts'

/** The words for operators, who themselves are the “客服处理中” that a company reads of a failed refund. */
const operatedRefundLooks = {
  ...refundLooks,
  failed: { ...refundLooks.failed, word: '退款失败' },
}

interface Refund {
  state: keyof typeof refundLooks
  withdrawn: boolean
}

export const operatedRefundLook = ({ state, withdrawn }: Refund): StateLook =>
  withdrawn ? withdrawnRefundLook : operatedRefundLooks[state]
