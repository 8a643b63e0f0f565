import { z } from 'zod'
import { id, instant } from '../fields.ts'
import { operation } from './operation.ts'
import { approvalKinds, approvalStates } from './operator-names.ts'

/** A page of the back office, identified by the input of the first call that the page makes (`evidenceCalls`). */
const link = z.discriminatedUnion('page', [
  z.object({ page: z.literal('company'), company_id: id }),
  z.object({ page: z.literal('balance'), company_id: id }),
  z.object({ page: z.literal('order'), order_number: z.string() }),
  z.object({ page: z.literal('line'), company_id: id, line_id: id }),
  z.object({ page: z.literal('coupon'), coupon_type_id: id }),
])
export type EvidenceLink = z.output<typeof link>

/** The first calls of the linked pages. Operators who may not make a call are not offered the link. */
export const evidenceCalls = {
  company: 'getCompanyOverview',
  balance: 'getCompanyBalance',
  order: 'getSalesOrder',
  line: 'getOperatedLine',
  coupon: 'getCouponTypeDetail',
} as const satisfies Record<EvidenceLink['page'], string>

export const evidenceTones = ['warning', 'danger'] as const

const row = z.object({
  label: z.string(),
  value: z.string(),
  /** Marks a row that speaks against confirming or needs a second look. */
  tone: z.enum(evidenceTones).nullable(),
  link: link.nullable(),
  /** Opened by `openApprovalFile`. */
  file: z.object({ file_id: id, content_type: z.string() }).nullable(),
})

const getApprovalEvidence = operation({
  path: '/approval/getApprovalEvidence',
  effect: 'read',
  access: 'operator',
  about: '一项申请的依据：涉及的订单、款项、凭证、用量与企业，提交人今天的合计与规则，同一企业此前的申请。',
  input: z.strictObject({ approval_id: id }),
  output: z.object({
    rows: z.array(row),
    /** The requester's acts of today, against the current policies. */
    rules: z.array(row.pick({ label: true, value: true, tone: true })),
    /** Other requests about the same company or object that the operator may see, newest first. */
    earlier: z.array(
      z.object({
        approval_id: id,
        kind: z.enum(approvalKinds),
        state: z.enum(approvalStates),
        summary: z.string(),
        requested_by: z.string(),
        requested_at: instant,
      }),
    ),
  }),
  codes: [-53021],
})

const openApprovalFile = operation({
  path: '/approval/openApprovalFile',
  effect: 'change',
  access: ['support', 'finance', 'content', 'network'],
  audited: true,
  about:
    '打开一项申请的依据里的文件（凭证、发票）：十分钟内有效的地址。写入审计日志，同一人一小时内再次打开不重复记录。',
  input: z.strictObject({ approval_id: id, file_id: id }),
  output: z.object({ url: z.string() }),
  codes: [-53021],
})

export const approvalEvidence = { getApprovalEvidence, openApprovalFile }
