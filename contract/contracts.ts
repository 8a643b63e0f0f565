import { z } from 'zod'
import { call } from './call.ts'
import { exportLimits } from './exports.ts'
import { id } from './fields.ts'

const file = z.object({ url: z.string(), file_name: z.string() })

export const getOrderContract = call({
  path: '/v1/order/getOrderContract',
  effect: 'export',
  limits: exportLimits,
  access: 'manager',
  about:
    '一笔订单的合同（PDF）：双方、产品与期限、价款与大写、下单时现行的协议、签章处；同一编号的内容自第一次生成起不变。已取消、已关闭、已退款的与充值没有。',
  input: z.strictObject({ order_id: id }),
  output: file,
  codes: [429, -49010, -59722],
})

export const getProposalContract = call({
  path: '/v1/order/getProposalContract',
  effect: 'export',
  limits: exportLimits,
  access: 'manager',
  about: '一份报价的合同（PDF），用于接受之前先签订；只有待接受与已接受的才有。',
  input: z.strictObject({ proposal_id: id }),
  output: file,
  codes: [429, -59300, -59722],
})
