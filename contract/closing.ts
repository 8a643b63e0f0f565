import { z } from 'zod'
import { call } from './call.ts'
import { id, line } from './fields.ts'
import { ownMatters } from './operations/companies-names.ts'
import { ticket } from './records/ticket.ts'

/** The owner's request for the company's closing. */
export const closingRequest = ticket.schema
  .pick({ ticket_id: true, number: true, state: true, opened_by: true, created_at: true })
  /** False once the company has been transferred to somebody else. */
  .extend({ by_owner: z.boolean() })

/** What the company forfeits by its closing. */
export const forfeited = z.object({ people: z.int(), days: z.int(), coupons: z.int() })

export const getClosingRequest = call({
  path: '/v1/company/getClosingRequest',
  effect: 'read',
  access: 'manager',
  about: '企业现在的注销申请；它是一个工单，与客服的往来在那里。',
  output: z.object({
    /** True for the owner, who alone requests the closing and withdraws the request. */
    requestable: z.boolean(),
    request: closingRequest.nullable(),
  }),
})

export const getClosing = call({
  path: '/v1/company/getClosing',
  effect: 'read',
  access: 'manager',
  about: '注销企业之前还须了结什么（各类的数目；余额以分计），以及注销会移除的成员、作废的人天与优惠券。',
  output: z.object({ open: z.record(z.enum(ownMatters), z.int()), forfeited }),
})

export const requestClosing = call({
  path: '/v1/company/requestClosing',
  effect: 'change',
  proof: 'fresh',
  activity: 'company.closing_requested',
  limits: [{ name: 'tickets', by: 'company', max: 30, seconds: 3600 }],
  access: 'manager',
  about:
    '所有者申请注销企业；由客服核实后办理，企业在此之前照常使用。同时只有一个申请，须在五分钟内登录过或再次验证过密码。',
  input: z.strictObject({ reason: line('原因', 200, 2) }),
  output: z.object({ ticket_id: id, number: z.string() }),
  success: '已申请注销，客服会联系您核实',
  codes: [-41044, -57003, 429],
})

export const withdrawClosing = call({
  path: '/v1/company/withdrawClosing',
  effect: 'change',
  activity: 'company.closing_withdrawn',
  access: 'manager',
  about: '所有者撤回注销企业的申请，在企业因此被冻结之前。',
  input: z.strictObject({ ticket_id: id }),
  success: '已撤回注销申请',
  codes: [-41044, -57003],
})
