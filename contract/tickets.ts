import { z } from 'zod'
import { call } from './call.ts'
import { exportedFile, exportLimits } from './exports.ts'
import { id, line, listOf, paging } from './fields.ts'
import { shownTicketEntry, ticket, ticketEntry } from './records/ticket.ts'
import { ticketStates } from './ticket-names.ts'

/** The assigned operator and the deadline are internal to the provider. */
const own = ticket.schema.omit({
  company_id: true,
  company_name: true,
  assignee_id: true,
  assignee_name: true,
  due_at: true,
  overdue: true,
})

export const openTicket = call({
  path: '/v1/ticket/openTicket',
  effect: 'change',
  activity: 'ticket.opened',
  limits: [{ name: 'tickets', by: 'company', max: 30, seconds: 3600 }],
  access: 'manager',
  about:
    '向平台提交工单；file_ids 为以用途 ticket 上传的附件，order_id、invoice_id、month 为有关的订单、发票与对账月份。',
  input: z.strictObject({ ...ticket.input('open'), ...ticketEntry.input('write') }),
  output: z.object({ ticket_id: id, number: z.string() }),
  success: '工单已提交，客服会尽快答复',
  codes: [-49010, -57001, -59723, 429],
})

const ticketFilter = {
  state: z.enum(ticketStates, { error: '状态不正确' }).optional(),
  keyword: line('关键词', 50).optional(),
}

export const getTicketList = call({
  path: '/v1/ticket/getTicketList',
  effect: 'read',
  access: 'manager',
  about: '企业的工单，最近有变化的在前。',
  input: z.strictObject({ ...ticketFilter, ...paging }),
  output: listOf(own),
})

export const exportTickets = call({
  path: '/v1/ticket/exportTickets',
  effect: 'export',
  limits: exportLimits,
  access: 'manager',
  about: '按筛选导出工单为 XLSX；不含往来的内容与附件。',
  input: z.strictObject(ticketFilter),
  output: exportedFile,
  codes: [429],
})

export const getTicket = call({
  path: '/v1/ticket/getTicket',
  effect: 'read',
  access: 'manager',
  about:
    '一个工单与往来的内容，最近的 500 条，其中最早的在前；older 表示还有更早的没有列出，以最早一条的编号为 before 再取；附件的地址十分钟内有效。',
  input: z.strictObject({ ticket_id: id, before: id.optional() }),
  output: own.extend({ entries: z.array(shownTicketEntry.omit({ kind: true })), older: z.boolean() }),
  codes: [-57002],
})

export const replyTicket = call({
  path: '/v1/ticket/replyTicket',
  effect: 'change',
  activity: 'ticket.replied',
  limits: [{ name: 'tickets', by: 'company', max: 30, seconds: 3600 }],
  access: 'manager',
  about: '补充工单的内容；已答复或已关闭的工单随之重新打开，已办结的注销申请除外。',
  input: z.strictObject({ ticket_id: id, ...ticketEntry.input('write') }),
  success: '已发送',
  codes: [-41044, -57001, -57002, 429],
})

export const closeTicket = call({
  path: '/v1/ticket/closeTicket',
  effect: 'change',
  activity: 'ticket.closed',
  access: 'manager',
  about: '关闭已解决的工单；之后补充内容会重新打开。注销申请由 withdrawClosing 撤回。',
  input: z.strictObject({ ticket_id: id }),
  success: '工单已关闭',
  codes: [-41044, -57002, -57003],
})
