import { z } from 'zod'
import { call } from './call.ts'
import { day, id, instant, line, listOf, paging, requestKey } from './fields.ts'
import { orderContentFields } from './order-content.ts'
import {
  gateways,
  invoiceStates,
  orderKinds,
  orderOperas,
  orderStates,
  paymentStates,
  products,
  refundStates,
} from './shop.ts'

const amounts = {
  /** Fen, before anything is taken off. */
  list_amount: z.int(),
  package_discount: z.int(),
  coupon_discount: z.int(),
  payable: z.int(),
}

const item = z.object({
  sku_id: id,
  name: z.string(),
  region_name: z.string().nullable(),
  access_way_name: z.string().nullable(),
  bandwidth: z.int().nullable(),
  days: z.int(),
  quantity: z.int(),
  discount_percent: z.int(),
  /** Fen a unit for all of the days, the package's discount taken off. */
  unit_price: z.int(),
  list_amount: z.int(),
  amount: z.int(),
  /** Of a renewal. */
  svp_id: id.nullable(),
  line_name: z.string().nullable(),
  old_ends_at: instant.nullable(),
  new_ends_at: instant.nullable(),
})

export const quoteOrder = call({
  path: '/v1/order/quoteOrder',
  access: 'manager',
  about: '下单前的报价：原价、套餐优惠、优惠券、应付。什么都不保存。',
  input: z.strictObject({ ...orderContentFields, coupon_id: id.optional() }),
  output: z.object({
    product: z.enum(products),
    items: z.array(item),
    ...amounts,
    /** Why the chosen coupon does not count; empty when it does or none was chosen. */
    coupon_problem: z.string(),
    /** The coupon that would take off most. */
    best_coupon: z.object({ coupon_id: id, name: z.string(), discount: z.int() }).nullable(),
    /** Items of which there is not enough. */
    short: z.array(z.object({ sku_id: id, stock: z.int() })),
  }),
  codes: [-49002, -49003, -49004, -49005, -52001],
})

export const createOrder = call({
  path: '/v1/order/createOrder',
  access: 'manager',
  about: '下单：锁定库存与优惠券。同一 request_key 重复提交得到同一订单；同一 request_key 换了内容则拒绝。',
  input: z.strictObject({
    ...orderContentFields,
    coupon_id: id.optional(),
    request_key: requestKey,
    /** What the buyer saw; another price is refused, so nobody orders at a price not seen. */
    payable: z.int({ error: '应付金额须为整数' }).min(0, '应付金额不能为负').optional(),
  }),
  output: z.object({
    order_id: id,
    order_number: z.string(),
    state: z.enum(orderStates),
    payable: z.int(),
    pays_until: instant,
  }),
  codes: [-49002, -49003, -49004, -49005, -49006, -49007, -49008, -49024, -52001],
})

const orderRow = z.object({
  order_id: id,
  order_number: z.string(),
  kind: z.enum(orderKinds),
  product: z.enum(products),
  state: z.enum(orderStates),
  subject: z.string(),
  ...amounts,
  buyer_name: z.string(),
  created_at: instant,
  pays_until: instant,
  paid_at: instant.nullable(),
  /** What can be done with it now. */
  operas: z.array(z.enum(orderOperas)),
})

const orderFilter = {
  state: z.enum(orderStates, { error: '订单状态不正确' }).optional(),
  kind: z.enum(orderKinds, { error: '订单类型不正确' }).optional(),
  product: z.enum(products, { error: '商品类型不正确' }).optional(),
  /** Part of the order number, or of what was bought. */
  keyword: line('关键词', 50, 0).optional(),
  /** Days in China, both included. */
  from: day('开始日期格式不正确').optional(),
  to: day('结束日期格式不正确').optional(),
}

export const getOrderList = call({
  path: '/v1/order/getOrderList',
  access: 'manager',
  about: '订单，最新的在前；不含已删除的。total 只数到上限，更多时 more 为真。',
  input: z.strictObject({ ...orderFilter, ...paging }),
  output: listOf(orderRow).extend({ more: z.boolean() }),
})

export const exportOrders = call({
  path: '/v1/order/exportOrders',
  access: 'manager',
  about: '按筛选导出订单为 XLSX。',
  input: z.strictObject(orderFilter),
  output: z.object({ url: z.string(), file_name: z.string(), rows: z.int() }),
  codes: [429],
})

const orderDetail = orderRow.extend({
  fulfilled_at: instant.nullable(),
  ended_at: instant.nullable(),
  items: z.array(item),
  coupon: z.object({ coupon_id: id, name: z.string() }).nullable(),
  /** Lines that came of it, while they are not released. */
  lines: z.array(z.object({ svp_id: id, name: z.string() })),
  events: z.array(
    z.object({
      from: z.enum(orderStates).nullable(),
      to: z.enum(orderStates),
      actor_name: z.string(),
      note: z.string(),
      at: instant,
    }),
  ),
  payments: z.array(
    z.object({
      payment_id: id,
      gateway: z.enum(gateways),
      state: z.enum(paymentStates),
      amount: z.int(),
      out_trade_no: z.string(),
      created_at: instant,
      paid_at: instant.nullable(),
    }),
  ),
  refunds: z.array(
    z.object({
      refund_id: id,
      state: z.enum(refundStates),
      amount: z.int(),
      reason: z.string(),
      note: z.string(),
      asked_at: instant,
      done_at: instant.nullable(),
    }),
  ),
  invoice: z.object({ invoice_id: id, state: z.enum(invoiceStates) }).nullable(),
})

export const getOrderDetailByOrderId = call({
  path: '/v1/order/getOrderDetailByOrderId',
  access: 'manager',
  about: '一个订单的全部：明细、经过、支付、退款、发票。',
  input: z.strictObject({ order_id: id }),
  output: orderDetail,
  codes: [-49010],
})

export const getOrderInfoBySvpId = call({
  path: '/v1/order/getOrderInfoBySvpId',
  access: 'manager',
  about: '一条专线的订单：购买它的，与每一次续费；最新的在前。',
  input: z.strictObject({ svp_id: id }),
  output: z.object({ list: z.array(orderRow) }),
  codes: [-52001],
})

export const orderOpera = call({
  path: '/v1/order/orderOpera',
  access: 'manager',
  about:
    '对订单的操作：pay 支付（gateway 为支付方式），cancel 取消，delete 删除已结束的，refund 申请退款（reason 为原因），renew 照原样再下一单。',
  input: z.strictObject({
    order_id: id,
    opera: z.enum(orderOperas, { error: '操作不正确' }),
    gateway: z.enum(gateways, { error: '支付方式不正确' }).optional(),
    reason: line('退款原因', 200, 2).optional(),
    /** Of renew: as createOrder's. */
    request_key: requestKey.optional(),
  }),
  output: z.object({
    /** Of renew: the new order. */
    order_id: id,
    state: z.enum(orderStates),
    /** Of pay: the attempt. */
    payment_id: id.nullable(),
  }),
  codes: [
    -49002, -49003, -49004, -49005, -49007, -49010, -49011, -49012, -49013, -50001, -50002, -50003, -50010, -52001,
  ],
})
