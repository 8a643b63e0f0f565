import { clockInChina } from '#contract/access-times.ts'
import type { OutputOf } from '#contract/index.ts'
import { ticketStateNames, ticketTopicNames } from '#contract/ticket-names.ts'
import type { ExportColumn } from '#server/engines/sheets/export-table.ts'

export const ticketExportColumns: ExportColumn<OutputOf<'getTicketList'>['list'][number]>[] = [
  { title: '工单号', width: 18, value: ({ number }) => number },
  { title: '标题', width: 44, value: ({ subject }) => subject },
  { title: '类别', width: 14, value: ({ topic }) => ticketTopicNames[topic] },
  { title: '状态', width: 10, value: ({ state }) => ticketStateNames[state] },
  { title: '有关订单', width: 22, value: ({ order_number }) => order_number ?? '' },
  {
    title: '有关发票',
    width: 24,
    value: ({ invoice_id, invoice_number }) => invoice_number ?? (invoice_id ? '未开具' : ''),
  },
  { title: '对账月份', width: 12, value: ({ month }) => month ?? '' },
  { title: '提交人', width: 14, value: ({ opened_by }) => opened_by },
  { title: '提交时间', width: 18, value: ({ created_at }) => clockInChina(created_at) },
  { title: '最近变化', width: 18, value: ({ updated_at }) => clockInChina(updated_at) },
]
