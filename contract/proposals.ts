import { z } from 'zod'
import { call } from './call.ts'
import { exportedFile, exportLimits } from './exports.ts'
import { id, line, listOf, paging } from './fields.ts'
import { quoteOrder } from './orders.ts'
import { sentProposalStates } from './proposal-names.ts'
import { order } from './records/order.ts'
import { proposal } from './records/proposal.ts'

/** The operator who wrote it, the time, and the revision of the draft are internal to the provider. */
const own = proposal.schema.omit({
  company_id: true,
  company_name: true,
  operator_name: true,
  created_at: true,
  revision: true,
})
const of = { proposal_id: id }
const filter = { state: z.enum(sentProposalStates, { error: '状态不正确' }).optional() }

export const getProposalList = call({
  path: '/v1/order/getProposalList',
  effect: 'read',
  access: 'manager',
  about: '平台发给企业的报价，最新的在前。',
  input: z.strictObject({ ...filter, ...paging }),
  output: listOf(own),
})

export const exportProposals = call({
  path: '/v1/order/exportProposals',
  effect: 'export',
  limits: exportLimits,
  access: 'manager',
  about: '按筛选导出平台发给企业的报价为 XLSX；不含各项明细。',
  input: z.strictObject(filter),
  output: exportedFile,
  codes: [429],
})

export const getProposal = call({
  path: '/v1/order/getProposal',
  effect: 'read',
  access: 'manager',
  about: '一份报价的全部。',
  input: z.strictObject(of),
  output: own.extend({ items: quoteOrder.output.shape.items }),
  codes: [-59300],
})

export const acceptProposal = call({
  path: '/v1/order/acceptProposal',
  effect: 'change',
  activity: 'proposal.accepted',
  access: 'manager',
  about: '接受报价：按报价的内容与价格下单，随后照常支付。payable 为页面所示的应付金额。',
  input: z.strictObject({ ...of, payable: z.int({ error: '应付金额须为整数' }) }),
  output: order.schema.pick({ order_id: true, order_number: true, state: true, payable: true, pays_until: true }),
  success: '报价已接受，订单已生成',
  codes: [-49006, -49008, -49014, -49024, -52001, -59300, -59301, -59302],
})

export const declineProposal = call({
  path: '/v1/order/declineProposal',
  effect: 'change',
  activity: 'proposal.declined',
  access: 'manager',
  about: '拒绝报价，并说明原因；平台会看到。',
  input: z.strictObject({ ...of, reason: line('原因', 200, 2) }),
  success: '已拒绝报价',
  codes: [-59300, -59301],
})
