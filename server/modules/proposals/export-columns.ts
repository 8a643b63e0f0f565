import { clockInChina } from '#contract/access-times.ts'
import type { OutputOf } from '#contract/index.ts'
import { proposalStateNames } from '#contract/proposal-names.ts'
import { orderLabel } from '#contract/shop.ts'
import type { ExportColumn } from '#server/engines/sheets/export-table.ts'

export const proposalExportColumns: ExportColumn<OutputOf<'getProposalList'>['list'][number]>[] = [
  { title: '报价单号', width: 18, value: ({ number }) => number },
  { title: '内容', width: 44, value: ({ subject }) => subject },
  { title: '类型', width: 14, value: orderLabel },
  { title: '状态', width: 10, value: ({ state }) => proposalStateNames[state] },
  { title: '原价（元）', width: 14, value: ({ list_amount }) => list_amount },
  { title: '套餐优惠（元）', width: 14, value: ({ package_discount }) => package_discount },
  { title: '优惠券', width: 24, value: ({ coupon_name }) => coupon_name ?? '' },
  { title: '优惠券抵扣（元）', width: 16, value: ({ coupon_discount }) => coupon_discount },
  { title: '应付（元）', width: 14, value: ({ payable }) => payable },
  { title: '收到时间', width: 18, value: ({ sent_at }) => (sent_at ? clockInChina(sent_at) : '') },
  { title: '有效期至', width: 18, value: ({ valid_until }) => (valid_until ? clockInChina(valid_until) : '') },
  { title: '订单号', width: 22, value: ({ order_number }) => order_number ?? '' },
  { title: '说明', width: 36, value: ({ note }) => note },
  { title: '拒绝或撤回的原因', width: 36, value: ({ reason }) => reason },
]
