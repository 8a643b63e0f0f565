import { z } from 'zod'
import { createOrUpdateInput } from '../create-or-update-input.ts'
import { day, id, instant, isBefore, line, listOf, paging, promotionCode } from '../fields.ts'
import { channel } from '../records/channel.ts'
import { channelStates, paymentReference } from '../records/channel-fields.ts'
import { couponType } from '../records/coupon-type.ts'
import { promotion } from '../records/promotion.ts'
import { monthPattern, promotionStates } from './channels-names.ts'
import { operation } from './operation.ts'

const contentAndFinance = ['content', 'finance'] as const
const month = z.string({ error: '请选择月份' }).regex(monthPattern, '月份格式不正确')
const filterDay = day('日期格式不正确')
const exported = z.object({ url: z.string(), file_name: z.string() })

const getChannelList = operation({
  path: '/channels/getChannelList',
  effect: 'read',
  access: contentAndFinance,
  about: '合作伙伴，最新的在前。',
  input: z.strictObject({
    keyword: line('名称、联系人或推广码', 50).optional(),
    state: z.enum(channelStates).optional(),
    ...paging,
  }),
  output: listOf(channel.schema.extend({ codes: z.int(), registrations: z.int(), companies: z.int() })),
})

const getChannelDetail = operation({
  path: '/channels/getChannelDetail',
  effect: 'read',
  access: contentAndFinance,
  about: '一位合作伙伴。',
  input: z.strictObject({ channel_id: id }),
  output: channel.schema,
  codes: [-53021],
})

const setChannel = operation({
  path: '/channels/setChannel',
  effect: 'change',
  access: contentAndFinance,
  audited: true,
  about: '添加或修改合作伙伴，只改动带上的项。',
  input: createOrUpdateInput('channel_id', channel.edit('set')),
  output: z.object({ channel_id: id }),
  success: '已保存',
  codes: [-53021, -53022, -53510],
})

const setChannelCommission = operation({
  path: '/channels/setChannelCommission',
  effect: 'change',
  access: ['finance'],
  audited: true,
  about: '佣金比例；用于尚未结算的订单，已结算的不变。',
  input: z.strictObject({
    channel_id: id,
    ...channel.edit('commission'),
  }),
  success: '已保存',
  codes: [-53021, -53022],
})

const setChannelState = operation({
  path: '/channels/setChannelState',
  effect: 'change',
  access: contentAndFinance,
  audited: true,
  about: '结束或恢复合作；结束后其全部推广码即刻停用。',
  input: z.strictObject({ channel_id: id, ...channel.input('end') }),
  success: '已保存',
  codes: [-53021],
})

const getPromotionCodeList = operation({
  path: '/channels/getPromotionCodeList',
  effect: 'read',
  access: contentAndFinance,
  about: '一位合作伙伴的推广码，最新的在前；link 是可以发给客户的链接。',
  input: z.strictObject({ channel_id: id, ...paging }),
  output: listOf(
    promotion.schema.omit({ channel_id: true }).extend({
      link: z.string(),
      state: z.enum(promotionStates),
      coupon_name: z.string().nullable(),
    }),
  ),
})

const getWelcomeCouponList = operation({
  path: '/channels/getWelcomeCouponList',
  effect: 'read',
  access: contentAndFinance,
  about: '可作为推广码欢迎礼的优惠券类型（发放方式为推广码，已上架且未过期）。',
  output: z.object({ list: z.array(couponType.schema.pick({ coupon_type_id: true, name: true })) }),
})

const addPromotionCode = operation({
  path: '/channels/addPromotionCode',
  effect: 'change',
  access: contentAndFinance,
  audited: true,
  about: '为合作伙伴新建一个推广码：自己指定，或由系统生成6位不易混淆的字母与数字。',
  input: z
    .strictObject({ ...promotion.input('add'), ...promotion.input('set') })
    .check(({ value: { starts_at, ends_at }, issues }) => {
      if (ends_at && !isBefore(starts_at, ends_at))
        issues.push({ code: 'custom', path: ['ends_at'], message: '须晚于开始时间', input: ends_at })
    }),
  output: z.object({ promotion_code: z.string(), link: z.string() }),
  success: '推广码已生成',
  codes: [-53021, -53511, -53516],
})

const setPromotionCode = operation({
  path: '/channels/setPromotionCode',
  effect: 'change',
  access: contentAndFinance,
  audited: true,
  about: '修改推广码的有效期、使用上限与欢迎礼；只改动带上的项。',
  input: z.strictObject({ promotion_code: promotionCode, ...z.object(promotion.edit('set')).partial().shape }),
  success: '已保存',
  codes: [-53021, -53022, -53512],
})

const setPromotionCodeState = operation({
  path: '/channels/setPromotionCodeState',
  effect: 'change',
  access: contentAndFinance,
  audited: true,
  about: '停用或恢复推广码；停用立即生效，已用它注册的账号与企业不受影响。',
  input: z.strictObject({ promotion_code: promotionCode, disabled: z.boolean() }),
  success: '已保存',
  codes: [-53021],
})

const figures = z.object({
  registrations: z.int(),
  companies: z.int(),
  paying_companies: z.int(),
  orders: z.int(),
  /** Fen. */
  paid: z.int(),
  refunded: z.int(),
  revenue: z.int(),
  commission: z.int(),
})

const getChannelResults = operation({
  path: '/channels/getChannelResults',
  effect: 'read',
  access: contentAndFinance,
  about:
    '一段日期（含首尾，北京时间）里渠道与每个推广码的结果：注册账号、认证企业、付费企业、实收与佣金。收入按付款日期计，减去这些订单至今已退的款。',
  input: z
    .strictObject({ channel_id: id, from: filterDay, to: filterDay })
    .refine(({ from, to }) => from <= to, { path: ['to'], message: '结束日期不能早于开始日期' }),
  output: z.object({ all: figures, codes: z.array(figures.extend({ promotion_code: z.string() })) }),
  codes: [-53021],
})

const settlementSums = z.object({
  orders: z.int(),
  corrections: z.int(),
  paid: z.int(),
  refunded: z.int(),
  base: z.int(),
  commission: z.int(),
  /** The deduction left over from earlier settlements, zero or negative; added to `commission` it makes the amount paid. */
  carried: z.int(),
  commission_percent: z.number(),
})

const previewSettlement = operation({
  path: '/channels/previewSettlement',
  effect: 'read',
  access: ['finance'],
  about: '一个月的结算若现在生成会是多少；不保存。',
  input: z.strictObject({ channel_id: id, month }),
  output: settlementSums,
  codes: [-53021, -53513, -53514],
})

const settleChannel = operation({
  path: '/channels/settleChannel',
  effect: 'change',
  access: ['finance'],
  audited: true,
  about:
    '生成一个月的结算单（XLSX）并留存：该月底之前付款、尚未结算的订单每单一行；已结算的订单之后退款的，作为更正列入。每个订单只结算一次；以前的结算单为负而没有抵完的，结转到这一份。shown 为页面所示的佣金与结转，已变则不生成。',
  input: z.strictObject({
    channel_id: id,
    month,
    shown: settlementSums.pick({ commission: true, carried: true }).strict(),
  }),
  output: exported.extend({ settlement_id: id }),
  codes: [-53021, -53022, -53513, -53514, -53515],
})

const getSettlementList = operation({
  path: '/channels/getSettlementList',
  effect: 'read',
  access: ['finance'],
  about: '一位合作伙伴的结算单，最近的月份在前。',
  input: z.strictObject({ channel_id: id, ...paging }),
  output: listOf(
    settlementSums.extend({
      settlement_id: id,
      month: z.string(),
      file_sha256: z.string(),
      operator: z.string(),
      created_at: instant,
      /** The payment, made outside the portal; null while unpaid. */
      payment: z.object({ reference: z.string(), operator: z.string(), paid_at: instant }).nullable(),
    }),
  ),
})

const getSettlementFile = operation({
  path: '/channels/getSettlementFile',
  effect: 'change',
  access: ['finance'],
  audited: true,
  about: '留存的结算单的短期下载地址。',
  input: z.strictObject({ settlement_id: id }),
  output: exported,
  codes: [-53021],
})

const markSettlementPaid = operation({
  path: '/channels/markSettlementPaid',
  effect: 'change',
  access: ['finance'],
  audited: true,
  about: '登记一份结算单的佣金已经汇出；没有应付佣金的不能登记。',
  input: z.strictObject({ settlement_id: id, reference: line(paymentReference.label, paymentReference.max, 4) }),
  success: '已登记付款',
  codes: [-53021, -53517],
})

const revokeSettlementPaid = operation({
  path: '/channels/revokeSettlementPaid',
  effect: 'change',
  access: ['finance'],
  audited: true,
  about:
    '撤销一份结算单登错的付款，须写明原因；原来登记的流水号留在审计里，之后可以重新登记。reference 为页面上看到的流水号。',
  input: z.strictObject({
    settlement_id: id,
    reference: line(paymentReference.label, paymentReference.max, 4),
    reason: line('原因', 200, 2),
  }),
  success: '已撤销登记',
  codes: [-53021, -53022],
})

export const channels = {
  getChannelList,
  getChannelDetail,
  setChannel,
  setChannelCommission,
  setChannelState,
  getPromotionCodeList,
  getWelcomeCouponList,
  addPromotionCode,
  setPromotionCode,
  setPromotionCodeState,
  getChannelResults,
  previewSettlement,
  settleChannel,
  getSettlementList,
  getSettlementFile,
  markSettlementPaid,
  revokeSettlementPaid,
}
