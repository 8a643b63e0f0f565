import { invoiceKindNames, invoiceStateNames } from '#contract/shop.ts'
import { dayInChina } from '#server/core/service-time.ts'
import type { ExportColumn } from '#server/engines/sheets/export-table.ts'
import type { ListedInvoice } from './invoice-list.sql.ts'

export const invoiceExportColumns: ExportColumn<ListedInvoice>[] = [
  { title: '发票抬头', width: 36, value: ({ title }) => title },
  { title: '类型', width: 18, value: ({ kind }) => invoiceKindNames[kind] },
  { title: '税号', width: 22, value: ({ tax_number }) => tax_number },
  { title: '状态', width: 10, value: ({ state }) => invoiceStateNames[state] },
  { title: '金额（元）', width: 14, value: ({ amount }) => amount },
  { title: '已红冲（元）', width: 14, value: ({ reds }) => reds.reduce((sum, { amount }) => sum + amount, 0) },
  { title: '发票号码', width: 24, value: ({ invoice_number }) => invoice_number ?? '' },
  {
    title: '红字发票号码',
    width: 24,
    value: ({ reds }) => reds.map(({ invoice_number }) => invoice_number).join('、'),
  },
  { title: '订单数', width: 10, kind: 'count', value: ({ orders }) => orders.length },
  { title: '订单号', width: 44, value: ({ orders }) => orders.map(({ order_number }) => order_number).join('、') },
  { title: '备注', width: 24, value: ({ remark }) => remark },
  { title: '接收邮箱', width: 28, value: ({ email }) => email },
  { title: '申请人', width: 14, value: ({ asked_by }) => asked_by },
  { title: '申请日期', width: 14, value: ({ asked_at }) => dayInChina(asked_at) },
  { title: '处理日期', width: 14, value: ({ decided_at }) => (decided_at ? dayInChina(decided_at) : '') },
  { title: '原因', width: 36, value: ({ reason }) => reason ?? '' },
]
