import { z } from 'zod'
import { call } from './call.ts'
import { exportedFile, exportLimits } from './exports.ts'
import { day, id, instant, knownTotals, line, listOf, paging, requestKey } from './fields.ts'
import { lineWishes, orderContentFields } from './order-content.ts'
import { coupon } from './records/coupon.ts'
import { invoice } from './records/invoice.ts'
import { order } from './records/order.ts'
import { payment } from './records/payment.ts'
import { refund } from './records/refund.ts'
import {
  companyRefundBases,
  gateways,
  linesPerOrder,
  maxPendingByToken,
  orderKinds,
  orderOperas,
  orderStates,
  products,
} from './shop.ts'

const amounts = { list_amount: true, package_discount: true, coupon_discount: true, payable: true } as const

const item = z.object({
  sku_id: id,
  name: z.string(),
  region_name: z.string().nullable(),
  access_way_name: z.string().nullable(),
  bandwidth: z.int().nullable(),
  days: z.int(),
  quantity: z.int(),
  discount_percent: z.int(),
  /** Fen per unit for all days, after the package's discount. */
  unit_price: z.int(),
  list_amount: z.int(),
  amount: z.int(),
  /** The renewed line; null unless this is a renewal. */
  svp_id: id.nullable(),
  line_name: z.string().nullable(),
  old_ends_at: instant.nullable(),
  new_ends_at: instant.nullable(),
})

export const quoteOrder = call({
  path: '/v1/order/quoteOrder',
  effect: 'read',
  access: 'manager',
  scope: { topic: 'orders', without: ['coupon_id'] },
  about: '下单前的报价：原价、套餐优惠、优惠券、应付。什么都不保存。',
  input: z.strictObject({ ...orderContentFields, coupon_id: id.optional() }),
  output: order.schema.pick({ product: true, ...amounts }).extend({
    items: z.array(item),
    /** Why the chosen coupon does not apply; empty when it does or none was chosen. */
    coupon_problem: z.string(),
    /** The coupon with the largest discount. */
    best_coupon: z.object({ coupon_id: id, name: z.string(), discount: z.int() }).nullable(),
    /** The items that are short of stock. */
    short: z.array(z.object({ sku_id: id, stock: z.int() })),
  }),
  codes: [-49002, -49003, -49004, -49005, -52001],
})

export const createOrder = call({
  path: '/v1/order/createOrder',
  effect: 'change',
  activity: 'order.placed',
  // The key is kept with the order itself, because an automatic renewal uses one as well.
  idempotency: 'own',
  access: 'manager',
  scope: { topic: 'orders', without: ['coupon_id', 'line_wishes'] },
  about: `下单：锁定库存与优惠券。同一 request_key 重复提交得到同一订单；同一 request_key 换了内容则拒绝。line_wishes 为新购的专线选名称、地址与专线组，仅限管理员；地址不预留，付款后即绑定，被占用则在订单里说明。半小时内付款。令牌下的订单会通知管理员；续费单三天内付款，但不晚于专线保留到的时间（至少半小时）；同一条专线的续费单支付或取消之前不能再下；待支付的订单达到 ${maxPendingByToken} 个就不再下。`,
  input: z.strictObject({
    ...orderContentFields,
    coupon_id: id.optional(),
    request_key: requestKey,
    /** The price that the buyer saw. Another one is refused, so that nobody orders at an unseen price. */
    payable: z.int({ error: '应付金额须为整数' }).min(0, '应付金额不能为负').optional(),
    line_wishes: lineWishes.optional(),
  }),
  output: order.schema.pick({ order_id: true, order_number: true, state: true, payable: true, pays_until: true }),
  codes: [
    -41024, -49002, -49003, -49004, -49005, -49006, -49007, -49008, -49014, -49017, -49024, -52001, -59740, -59741,
    -59742,
  ],
})

const orderRow = order.schema.omit({ fulfilled_at: true, ended_at: true, hidden: true }).extend({
  /** True for a top-up that pays several orders at once. */
  joint: z.boolean(),
  /** Until when the proposal that an unpaid order accepted can be accepted again if the order ends; null where there is none. */
  proposed_until: instant.nullable(),
  /** The actions that are currently possible. */
  operas: z.array(z.enum(orderOperas)),
})

const orderFilter = {
  state: z.enum(orderStates, { error: '订单状态不正确' }).optional(),
  kind: z.enum(orderKinds, { error: '订单类型不正确' }).optional(),
  product: z.enum(products, { error: '商品类型不正确' }).optional(),
  /** A part of the order number, or of the subject. */
  keyword: line('关键词', 50, 0).optional(),
  /** Days in China, both inclusive. */
  from: day('开始日期格式不正确').optional(),
  to: day('结束日期格式不正确').optional(),
}

export const getOrderList = call({
  path: '/v1/order/getOrderList',
  effect: 'read',
  access: 'manager',
  scope: { topic: 'orders' },
  about: '订单，最新的在前；不含已删除的。total 只数到上限，更多时 more 为真。翻页时带上 counted 就不再数。',
  input: z.strictObject({ ...orderFilter, ...paging, counted: knownTotals }),
  output: listOf(orderRow).extend({ more: z.boolean() }),
})

export const exportOrders = call({
  path: '/v1/order/exportOrders',
  effect: 'export',
  limits: exportLimits,
  access: 'manager',
  about: '按筛选导出订单为 XLSX。',
  input: z.strictObject(orderFilter),
  output: exportedFile,
  codes: [429],
})

const orderDetail = orderRow.extend({
  ...order.schema.pick({ fulfilled_at: true, ended_at: true }).shape,
  items: z.array(item),
  coupon: coupon.pick({ coupon_id: true, name: true, valid_until: true }).nullable(),
  /** The lines that the order produced, except released ones. */
  lines: z.array(
    z.object({
      svp_id: id,
      name: z.string(),
      address: z.string().nullable(),
      /** The buyer's choices for the line that could not be honoured, in words; empty if there are none. */
      unkept: z.string(),
    }),
  ),
  /** The buyer's choices for lines that are not set up accordingly yet. */
  wishes: z.array(
    z.object({
      position: z.int(),
      name: z.string().nullable(),
      address: z.string().nullable(),
      group_name: z.string().nullable(),
    }),
  ),
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
    payment.schema
      .pick({
        payment_id: true,
        gateway: true,
        state: true,
        amount: true,
        out_trade_no: true,
        created_at: true,
        paid_at: true,
      })
      .extend({
        /** Fen of a bank transfer that have arrived in parts. */
        received: z.int(),
        /** Fen that arrived without paying the order, because they were another sum or came too late; they go back. */
        arrived_amount: z.int().nullable(),
      }),
  ),
  refunds: z.array(
    refund.schema
      .pick({
        refund_id: true,
        kind: true,
        state: true,
        withdrawn: true,
        amount: true,
        reason: true,
        note: true,
        asked_at: true,
        done_at: true,
        credit_number: true,
      })
      .extend({
        /** The lines of a refund of unused days, by the names that they had. */
        line_names: z.array(z.string()),
        /** True when the company can withdraw it now by `withdrawRefund`. */
        withdrawable: z.boolean(),
      }),
  ),
  invoice: invoice.schema.pick({ invoice_id: true, state: true }).nullable(),
  /** The orders that a joint payment covers. */
  pays: z.array(order.schema.pick({ order_id: true, order_number: true, subject: true, payable: true, state: true })),
})

export const getOrderDetailByOrderId = call({
  path: '/v1/order/getOrderDetailByOrderId',
  effect: 'read',
  access: 'manager',
  scope: { topic: 'orders' },
  about: '一个订单的全部：明细、经过、支付、退款、发票。',
  input: z.strictObject({ order_id: id }),
  output: orderDetail,
  codes: [-49010],
})

export const getOrderInfoBySvpId = call({
  path: '/v1/order/getOrderInfoBySvpId',
  effect: 'read',
  access: 'manager',
  scope: { topic: 'orders' },
  about: '一条专线的订单：购买它的，与每一次续费；最新的在前。',
  input: z.strictObject({ svp_id: id }),
  output: z.object({ list: z.array(orderRow) }),
  codes: [-52001],
})

export const orderOpera = call({
  path: '/v1/order/orderOpera',
  effect: 'change',
  activity: 'order.paid',
  idempotency: 'outside',
  access: 'manager',
  about:
    '对订单的操作：pay 支付（gateway 为支付方式），cancel 取消（自动续费的订单取消后，其专线的自动续费随之关闭），delete 删除已结束的，refund 申请退款（reason 为原因；refund_kind 为整单或未用的部分，见 getRefundOffer），renew 照原样再下一单。',
  input: z.strictObject({
    order_id: id,
    opera: z.enum(orderOperas, { error: '操作不正确' }),
    gateway: z.enum(gateways, { error: '支付方式不正确' }).optional(),
    ...refund.input('request'),
    /** The basis of a refund: all of it by default, or unused days. */
    refund_kind: z.enum(companyRefundBases, { error: '退款方式不正确' }).optional(),
    /** The lines for which unused days are refunded; by default all that are refundable. */
    refund_svp_ids: z.array(id).min(1, '请选择专线').max(linesPerOrder).optional(),
    /** The amount in fen that getRefundOffer answered. Another one is refused, so that nobody requests an unseen sum. */
    refund_amount: z.int().optional(),
    /** For a renewal, as in createOrder. */
    request_key: requestKey.optional(),
  }),
  output: z.object({
    /** After a renewal, the new order. */
    order_id: id,
    state: z.enum(orderStates),
    /** After a payment was begun, its attempt. */
    payment_id: id.nullable(),
  }),
  codes: [
    -49002, -49003, -49004, -49005, -49007, -49010, -49011, -49012, -49013, -49014, -49015, -49016, -50001, -50002,
    -50003, -50010, -50020, -50021, -50022, -52001,
  ],
})
