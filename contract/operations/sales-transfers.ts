import { z } from 'zod'
import { id, instant, line, listOf, paging } from '../fields.ts'
import { payment } from '../records/payment.ts'
import { operation } from './operation.ts'
import { requested, requestedText } from './requested.ts'
import {
  statementBatch,
  statementRows,
  statementVerdicts,
  transferFilters,
  transferStates,
  troubleFilters,
  troubleKinds,
  writeOffCauses,
} from './sales-names.ts'
import { reason, waitingApproval } from './sales-orders.ts'

const remarkCode = z.string({ error: '请输入备注码' }).regex(/^\d{8}$/, '备注码为8位数字')
const tradeNumber = line('支付单号', 40)
const arrived = z
  .int({ error: '请输入银行流水上的到账金额' })
  .min(1, '到账金额须大于零')
  .max(1_000_000_000_000, '金额过大')

/** A row of the bank's statement: `reference` is its number at the bank, or a text that makes it unique in the statement. */
const bankRow = z.strictObject({ remark_code: remarkCode, amount: arrived, reference: line('流水号', 80) })

const transfer = payment.schema
  .pick({
    payment_id: true,
    amount: true,
    order_number: true,
    order_state: true,
    company_id: true,
    company_name: true,
    payer_name: true,
    voucher_at: true,
    rejected_reason: true,
    problem: true,
    created_at: true,
    expires_at: true,
    paid_at: true,
  })
  .extend({
    remark_code: z.string(),
    state: z.enum(transferStates),
    /** Fen that have arrived in parts. */
    received: z.int(),
    /** Fen that arrived for it before it was paid and were settled outside the portal. */
    settled: z.int(),
  })

const listed = transfer.extend({
  /** True when the payer is the verified company; null when no voucher names a payer. */
  payer_matches: z.boolean().nullable(),
  /** Opened by `openVoucher`. */
  voucher: z.object({ content_type: z.string() }).nullable(),
  approval: waitingApproval,
})

const getTransferList = operation({
  path: '/sales/getTransferList',
  effect: 'read',
  access: ['finance'],
  about: '对公转账：凭证、付款户名与认证企业名称、备注码、应付金额。',
  input: z.strictObject({
    state: z.enum(transferFilters, { error: '状态不正确' }).default('submitted'),
    /** A part of a company's name, or a full remark code or order number. */
    keyword: line('关键词', 50, 0).optional(),
    ...paging,
  }),
  output: listOf(listed).extend({ more: z.boolean() }),
})

const openVoucher = operation({
  path: '/sales/openVoucher',
  effect: 'change',
  access: ['finance'],
  audited: true,
  allowsClosedCompany: true,
  about: '打开一笔转账的凭证：十分钟内有效的地址。写入审计日志，同一人一小时内再次打开不重复记录。',
  input: z.strictObject({ payment_id: id }),
  output: z.object({ url: z.string() }),
  codes: [-53021],
})

const requestTransfer = operation({
  path: '/sales/requestTransfer',
  effect: 'change',
  access: ['finance'],
  audited: true,
  allowsClosedCompany: true,
  about: '登记银行流水上的到账金额；与应付一致则按审批规则提交第二位操作员确认，一人可以执行的立即入账。',
  input: z.strictObject({ remark_code: remarkCode, amount: arrived }),
  output: requested,
  success: requestedText,
  codes: [-41022, -53012, -53017, -53020, -53200],
})

const rejectTransferVoucher = operation({
  path: '/sales/rejectTransferVoucher',
  effect: 'change',
  access: ['finance'],
  audited: true,
  allowsClosedCompany: true,
  about: '驳回转账凭证并说明原因；企业会收到通知，可重新提交。',
  input: z.strictObject({ remark_code: remarkCode, reason }),
  success: '已驳回，企业会收到通知',
  codes: [-53020],
})

const recordWrongTransfer = operation({
  path: '/sales/recordWrongTransfer',
  effect: 'change',
  access: ['finance'],
  audited: true,
  allowsClosedCompany: true,
  about: '登记与应付不符的到账金额（部分到账）：这笔转账结束，款项列入异常款项待退回。',
  input: z.strictObject({ remark_code: remarkCode, amount: arrived }),
  success: '已登记，款项列入异常款项',
  codes: [-53020, -53201],
})

const recordTransferParts = operation({
  path: '/sales/recordTransferParts',
  effect: 'change',
  access: ['finance'],
  audited: true,
  allowsClosedCompany: true,
  about:
    '登记同一备注码分几次到账的汇款，每一行流水只登记一次；合计等于应付时按审批规则提交第二位操作员确认或立即入账，不能登记的逐笔说明。',
  input: z.strictObject({
    parts: z.array(bankRow).min(1, '没有可以登记的行').max(statementBatch, `一次最多${statementBatch}笔`),
  }),
  output: z.object({
    recorded: z.int(),
    /** The number of complete transfers that await a second operator. */
    requested: z.int(),
    /** The number of transfers for which one operator was enough. */
    done: z.int(),
    refused: z.array(z.object({ remark_code: z.string(), reason: z.string() })),
  }),
  codes: [-41022],
})

const returnTransferParts = operation({
  path: '/sales/returnTransferParts',
  effect: 'change',
  access: ['finance'],
  audited: true,
  allowsClosedCompany: true,
  about: '不再等待其余的汇款：这笔转账结束，已到账的部分列入异常款项待退回。',
  input: z.strictObject({ remark_code: remarkCode }),
  success: '已登记，款项列入异常款项',
  codes: [-53020],
})

const recordTransferSurplus = operation({
  path: '/sales/recordTransferSurplus',
  effect: 'change',
  access: ['finance'],
  audited: true,
  allowsClosedCompany: true,
  about: '登记以已入账（或已退回）的备注码又汇来的一笔：列入异常款项，按退款的规则退回。同一行流水只登记一次。',
  input: bankRow,
  success: '已登记，款项列入异常款项待退回',
  codes: [-53020],
})

const previewStatement = operation({
  path: '/sales/previewStatement',
  effect: 'read',
  access: ['finance'],
  about: `上传银行流水（XLSX 或 CSV：日期、金额、付款户名、备注，最多 ${statementRows} 行），按备注码与金额核对；没有备注码的，按户名与金额提示最早的一笔待付转账。什么都不保存。`,
  output: z.object({
    rows: z.array(
      z.object({
        /** The line number in an editor, with the header as line 1. */
        line: z.int(),
        date: z.string(),
        /** The amount in fen; null if it cannot be read. */
        amount: z.int().nullable(),
        amount_text: z.string(),
        payer: z.string(),
        remark: z.string(),
        verdict: z.enum(statementVerdicts),
        /** Of an `uncoded` row it is a suggestion, for a person to judge. */
        remark_code: z.string().nullable(),
        order_number: z.string().nullable(),
        company_name: z.string().nullable(),
        due: z.int().nullable(),
        /** Distinguishes this row from all others that count towards the same transfer. */
        reference: z.string(),
      }),
    ),
  }),
  codes: [-45002, -53202, -53203],
  multipart: true,
})

const requestStatement = operation({
  path: '/sales/requestStatement',
  effect: 'change',
  access: ['finance'],
  audited: true,
  allowsClosedCompany: true,
  about: '为流水中相符的每一笔各提交一项确认，一人可以执行的立即入账；其间有变化的逐笔说明。',
  input: z.strictObject({
    matches: z.array(bankRow).min(1, '没有可以提交的行').max(statementBatch, `一次最多${statementBatch}笔`),
  }),
  output: z.object({
    requested: z.int(),
    /** The number for which one operator was enough. */
    done: z.int(),
    refused: z.array(z.object({ remark_code: z.string(), reason: z.string() })),
  }),
  codes: [-41022],
})

const troubled = payment.schema.pick({
  gateway: true,
  out_trade_no: true,
  order_number: true,
  order_state: true,
  company_id: true,
  company_name: true,
})

const getTroubleList = operation({
  path: '/sales/getTroubleList',
  effect: 'read',
  access: ['finance'],
  about: '需要人工处理的款项：到账金额不符、多收待退回、渠道退款失败；最早的在前。',
  input: z.strictObject({ kind: z.enum(troubleFilters, { error: '类型不正确' }).optional(), ...paging }),
  output: listOf(
    troubled.extend({
      kind: z.enum(troubleKinds),
      /** The number of a refund that is on its way back. */
      out_refund_no: z.string().nullable(),
      /** The requested amount. */
      due: z.int(),
      /** The amount that arrived or goes back; null if it was not recorded. */
      amount: z.int().nullable(),
      about: z.string(),
      since: instant,
      /** True when the refund is on its way; otherwise it awaits a decision. */
      returning: z.boolean(),
      approval: waitingApproval,
    }),
  ).extend({ more: z.boolean() }),
})

const returnWrongPayment = operation({
  path: '/sales/returnWrongPayment',
  effect: 'change',
  access: ['finance'],
  audited: true,
  allowsClosedCompany: true,
  about: '退回金额不符的款项：按审批规则提交第二位操作员确认，一人可以执行的立即退回。',
  input: z.strictObject({ out_trade_no: tradeNumber }),
  output: requested,
  success: requestedText,
  codes: [-41022, -53017, -53020, -53021],
})

const settleWrongPayment = operation({
  path: '/sales/settleWrongPayment',
  effect: 'change',
  access: ['finance'],
  audited: true,
  approval: { kind: 'write_off', value: 'fen' },
  allowsClosedCompany: true,
  about:
    '金额不符的款项不再列出，写明原因。elsewhere：款项已在别处处理，已登记的到账都算办结；mistaken：登记有误，对公转账回到登记之前，分次到账的款项仍在。',
  input: z.strictObject({
    out_trade_no: tradeNumber,
    reason,
    cause: z.enum(writeOffCauses, { error: '请选择核销的缘由' }).default('elsewhere'),
  }),
  success: '已登记为处理完毕',
  codes: [-53012, -53013, -53017, -53020, -53021],
})

export const salesTransfers = {
  getTransferList,
  openVoucher,
  requestTransfer,
  rejectTransferVoucher,
  recordWrongTransfer,
  recordTransferParts,
  returnTransferParts,
  recordTransferSurplus,
  previewStatement,
  requestStatement,
  getTroubleList,
  returnWrongPayment,
  settleWrongPayment,
}
