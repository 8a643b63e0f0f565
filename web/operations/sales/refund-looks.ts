import { refundLooks } from '#web/ui/states.ts'

/** The words for operators, who themselves are the “客服处理中” that a company reads of a failed refund. */
export const operatedRefundLooks = {
  ...refundLooks,
  failed: { ...refundLooks.failed, word: '退款失败' },
}
