import { z } from 'zod'
import { operatorExportLimits } from '../exports.ts'
import { id, line } from '../fields.ts'
import { operation } from './operation.ts'

const file = z.object({ url: z.string(), file_name: z.string() })

const getSalesOrderContract = operation({
  path: '/sales/getSalesOrderContract',
  effect: 'export',
  limits: operatorExportLimits,
  access: ['finance', 'support'],
  audited: true,
  about: '一笔订单的合同（PDF），与企业下载的相同。',
  input: z.strictObject({ order_number: line('订单号', 40) }),
  output: file,
  codes: [429, -53021, -59722],
})

const getSalesProposalContract = operation({
  path: '/proposals/getSalesProposalContract',
  effect: 'export',
  limits: operatorExportLimits,
  access: ['finance', 'support'],
  audited: true,
  about: '一份报价的合同（PDF），与企业下载的相同。',
  input: z.strictObject({ proposal_id: id }),
  output: file,
  codes: [429, -59300, -59722],
})

export const contracts = { getSalesOrderContract, getSalesProposalContract }
