import { z } from 'zod'
import { chosenId, id, instant, line, listOf, moment, paging } from '../fields.ts'
import { shownTicketEntry, ticket, ticketEntry } from '../records/ticket.ts'
import { ticketStates, ticketTopics, ticketViews } from '../ticket-names.ts'
import { operation } from './operation.ts'
import type { ActingRole } from './operator-names.ts'

/** A ticket is passed to the operator who knows the answer, so every acting role can work on one. */
const everybody = ['support', 'finance', 'content', 'network'] as const satisfies readonly ActingRole[]
const of = { ticket_id: id }
/** The last change that the page shows: an answer or a closing must not pass over a message that nobody has read. */
const shown = { updated_at: moment('工单的变化时间不正确') }
const reason = line('说明', 200, 2)

const getSupportTicketList = operation({
  path: '/tickets/getSupportTicketList',
  effect: 'read',
  access: everybody,
  about: '工单：须答复的按期限，其余最近有变化的在前。关键词是工单号、标题或企业名称的一部分。',
  input: z.strictObject({
    state: z.enum(ticketStates, { error: '状态不正确' }).optional(),
    topic: z.enum(ticketTopics, { error: '类别不正确' }).optional(),
    view: z.enum(ticketViews, { error: '范围不正确' }).optional(),
    company_id: id.optional(),
    keyword: line('关键词', 50, 0).optional(),
    ...paging,
  }),
  output: listOf(ticket.schema).extend({ more: z.boolean() }),
})

const getSupportTicket = operation({
  path: '/tickets/getSupportTicket',
  effect: 'read',
  access: everybody,
  about:
    '一个工单的往来、内部备注与经手的过程，最近的 500 条，其中最早的在前；older 表示还有更早的没有列出，以最早一条的编号为 before 再取。',
  input: z.strictObject({ ...of, before: id.optional() }),
  output: ticket.schema.extend({ entries: z.array(shownTicketEntry), older: z.boolean() }),
  codes: [-53021],
})

const getTicketAssignees = operation({
  path: '/tickets/getTicketAssignees',
  effect: 'read',
  access: everybody,
  about: '可以负责工单的同事，及其手上未结的工单数。',
  output: z.object({ list: z.array(z.object({ operator_id: id, name: z.string(), tickets: z.int() })) }),
})

const uploadTicketFile = operation({
  path: '/tickets/uploadTicketFile',
  effect: 'change',
  idempotency: 'prepared',
  limits: [{ name: 'ticket-files', by: 'operator', max: 60, seconds: 3600 }],
  access: everybody,
  audited: true,
  about: '上传工单的附件（multipart：file），检查与客户上传的相同；随后以 file_ids 附在答复里。',
  output: z.object({ file_id: id }),
  codes: [-45001, -45002, -45003, 429],
  multipart: true,
})

const openSupportTicket = operation({
  path: '/tickets/openSupportTicket',
  effect: 'change',
  access: everybody,
  audited: true,
  about: '为企业建立工单，由自己负责；内容企业可见，管理员会收到通知。',
  input: z.strictObject({ company_id: id, ...ticket.input('open'), ...ticketEntry.input('write') }),
  output: z.object({ ticket_id: id, number: z.string() }),
  success: '工单已建立',
  codes: [-53021, -57001],
})

const answerTicket = operation({
  path: '/tickets/answerTicket',
  effect: 'change',
  access: everybody,
  audited: true,
  about:
    '答复企业，企业的管理员会收到通知；没有人负责的工单由此归自己。close 为真时同时关闭。updated_at 是页面上看到的，其后有了新的往来或改动时不答复。',
  input: z.strictObject({ ...of, ...shown, ...ticketEntry.input('write'), close: z.boolean().default(false) }),
  success: '已答复，企业会收到通知',
  codes: [-53021, -57001, -57003, -57006],
})

const noteTicket = operation({
  path: '/tickets/noteTicket',
  effect: 'change',
  access: everybody,
  audited: true,
  allowsClosedCompany: true,
  about: '写一条内部备注；企业看不到。',
  input: z.strictObject({ ...of, text: ticketEntry.fields.text.write }),
  success: '已记下',
  codes: [-53021],
})

const takeTicket = operation({
  path: '/tickets/takeTicket',
  effect: 'change',
  access: everybody,
  audited: true,
  about: '领取没有人负责的工单；两人同时领取只有一人成功。',
  input: z.strictObject(of),
  success: '工单由您负责',
  codes: [-53021, -57003],
})

const handOverTicket = operation({
  path: '/tickets/handOverTicket',
  effect: 'change',
  access: everybody,
  audited: true,
  about: '把工单转交给同事并说明原因；from 是页面上看到的负责人，已换人时不转交。',
  input: z.strictObject({
    ...of,
    from: id.nullable(),
    to: chosenId('请选择同事'),
    note: reason,
  }),
  success: '已转交',
  codes: [-53021, -57003, -57004],
})

const setTicketDue = operation({
  path: '/tickets/setTicketDue',
  effect: 'change',
  access: everybody,
  audited: true,
  about: '改变须答复工单的期限，并说明原因。',
  input: z.strictObject({ ...of, due_at: moment('期限格式不正确'), note: reason }),
  success: '期限已修改',
  codes: [-53021, -57003, -57005],
})

const closeSupportTicket = operation({
  path: '/tickets/closeSupportTicket',
  effect: 'change',
  access: everybody,
  audited: true,
  allowsClosedCompany: true,
  about: '不再答复而关闭工单；说明只有同事可见。updated_at 是页面上看到的，其后有了新的往来或改动时不关闭。',
  input: z.strictObject({ ...of, ...shown, note: reason }),
  success: '工单已关闭',
  codes: [-53021, -57003, -57006],
})

const removeTicketFile = operation({
  path: '/tickets/removeTicketFile',
  effect: 'change',
  access: everybody,
  audited: true,
  allowsClosedCompany: true,
  about: '移除工单里误传的一个附件，并说明原因：文件从存储中删除，不能恢复；往来里留下一条企业可见的说明。',
  input: z.strictObject({ ...of, file_id: id, reason: line('原因', 200, 2) }),
  success: '附件已移除',
  codes: [-53021],
})

const getOwnNoticeList = operation({
  path: '/tickets/getOwnNoticeList',
  effect: 'read',
  access: 'operator',
  background: true,
  about:
    '等着自己的工单、跟进与别人的待确认申请，处理或转交之后消失；与只须知道的事（informs），看过后自己收起。最新的在前。',
  output: z.object({
    list: z.array(
      z.object({
        subject: z.string(),
        title: z.string(),
        text: z.string(),
        link: z.string(),
        informs: z.boolean(),
        created_at: instant,
      }),
    ),
  }),
})

const dismissOwnNotice = operation({
  path: '/tickets/dismissOwnNotice',
  effect: 'change',
  access: everybody,
  audited: true,
  about: '收起一条只须知道的提醒；等着自己处理的不能收起。',
  input: z.strictObject({ subject: line('提醒', 300, 1) }),
  codes: [-53021],
})

export const tickets = {
  getSupportTicketList,
  getSupportTicket,
  getTicketAssignees,
  uploadTicketFile,
  openSupportTicket,
  answerTicket,
  noteTicket,
  takeTicket,
  handOverTicket,
  setTicketDue,
  closeSupportTicket,
  removeTicketFile,
  getOwnNoticeList,
  dismissOwnNotice,
}
