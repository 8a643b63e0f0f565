import { z } from 'zod'
import { operatorExportLimits } from '../exports.ts'
import { line, listOf, paging } from '../fields.ts'
import { refund } from '../records/refund.ts'
import { operation } from './operation.ts'
import { requested, requestedText } from './requested.ts'
import { refundFilters } from './sales-names.ts'
import { reason, waitingApproval } from './sales-orders.ts'

const refundNumber = line('退款编号', 40)

const getRefundList = operation({
  path: '/sales/getRefundList',
  effect: 'read',
  access: ['finance'],
  about:
    '退款：待处理的最早在前，其余最新在前。关键词是退款编号、凭证编号、订单号的全部，退款金额（元），或企业名称的一部分。',
  input: z.strictObject({
    state: z.enum(refundFilters, { error: '状态不正确' }).default('open'),
    keyword: line('关键词', 50, 0).optional(),
    ...paging,
  }),
  output: listOf(
    refund.schema.extend({
      /** True when finance returns the money by bank transfer and no gateway does. */
      by_hand: z.boolean(),
      approval: waitingApproval,
    }),
  ).extend({ more: z.boolean() }),
})

const requestRefund = operation({
  path: '/sales/requestRefund',
  effect: 'change',
  access: ['finance'],
  audited: true,
  allowsClosedCompany: true,
  about: '同意退款：按审批规则提交第二位操作员确认，确认后才退回；一人可以执行的立即退回。',
  input: z.strictObject({ out_refund_no: refundNumber }),
  output: requested,
  success: requestedText,
  codes: [-41022, -53012, -53017, -53020, -53021],
})

const rejectRefund = operation({
  path: '/sales/rejectRefund',
  effect: 'change',
  // The gateway is asked first.
  idempotency: 'prepared',
  access: ['finance'],
  audited: true,
  allowsClosedCompany: true,
  about: '驳回退款申请：所购内容恢复使用，企业会收到通知与原因。支付渠道说已经退回的不能驳回。',
  input: z.strictObject({ out_refund_no: refundNumber, reason }),
  success: '已驳回，企业会收到通知',
  codes: [-53020, -53021],
})

const resendRefund = operation({
  path: '/sales/resendRefund',
  effect: 'change',
  access: ['finance'],
  audited: true,
  allowsClosedCompany: true,
  about: '重新发起渠道退款失败的退款；退款编号不变，不会重复退款。',
  input: z.strictObject({ out_refund_no: refundNumber }),
  success: '已重新提交给支付渠道',
  codes: [-53020, -53021],
})

const markRefundSent = operation({
  path: '/sales/markRefundSent',
  effect: 'change',
  // The gateway is asked first.
  idempotency: 'prepared',
  access: ['finance'],
  audited: true,
  allowsClosedCompany: true,
  about: '登记已由银行汇回的退款（对公转账，或渠道无法退回的）与银行流水号。',
  input: z.strictObject({
    out_refund_no: refundNumber,
    reference: line('银行流水号', 60, 4),
  }),
  success: '已登记为退回，企业会收到通知',
  codes: [-53020, -53021],
})

const getRefundCreditNote = operation({
  path: '/sales/getRefundCreditNote',
  effect: 'export',
  limits: operatorExportLimits,
  access: ['finance'],
  audited: true,
  about: '已退回的一笔退款的退款凭证（PDF），与企业下载的相同。',
  input: z.strictObject({ out_refund_no: refundNumber }),
  output: z.object({ url: z.string(), file_name: z.string() }),
  codes: [429, -53021],
})

export const salesRefunds = {
  getRefundList,
  getRefundCreditNote,
  requestRefund,
  rejectRefund,
  resendRefund,
  markRefundSent,
}
