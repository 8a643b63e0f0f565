import type { OutputOf } from '#contract/index.ts'

export type Order = OutputOf<'getOrderList'>['list'][number]
export type OrderDetail = OutputOf<'getOrderDetailByOrderId'>
