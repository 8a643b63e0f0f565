import { z } from 'zod'
import { companyStates, getCompanyData, getCompanyInfo } from '../companies.ts'
import { getDeviceList } from '../devices.ts'
import { getCompanyUserList } from '../employees.ts'
import { day, id, instant, line, listOf, nothing, paging, promotionCode, requestKey } from '../fields.ts'
import { getServiceLedger } from '../hours.ts'
import { getCompanyVplList } from '../lines.ts'
import { getOrderList } from '../orders.ts'
import { companySizes } from '../rules.ts'
import { couponSources, couponStates } from '../shop.ts'
import { accounts, shownNotice, shownSession, shownSms } from './accounts.ts'
import { companyLogSources } from './companies-names.ts'
import { operation } from './operation.ts'

const support = ['support'] as const
/** What finance has to look up beside an order. */
const readers = ['support', 'finance'] as const
const of = { company_id: id }
const reason = line('原因', 200, 2)

const getCompanyList = operation({
  path: '/companies/getCompanyList',
  access: readers,
  about: '全部企业，最新的在前；关键词为名称的一部分、完整的统一社会信用代码，或成员的完整手机号。',
  input: z.strictObject({
    state: z.enum(companyStates, { error: '企业状态不正确' }).optional(),
    keyword: line('关键词', 50).optional(),
    channel_id: id.optional(),
    promotion_code: promotionCode.optional(),
    /** Days in China, both included. */
    verified_from: day('开始日期格式不正确').optional(),
    verified_to: day('结束日期格式不正确').optional(),
    /** Fewer person-days than renew one person. */
    balance_low: z.literal(true).optional(),
    ...paging,
  }),
  output: listOf(
    z.object({
      company_id: id,
      name: z.string(),
      credit_code: z.string(),
      state: z.enum(companyStates),
      owner_name: z.string().nullable(),
      owner_phone: z.string().nullable(),
      people: z.int(),
      balance: z.int(),
      lines: z.int(),
      devices: z.int(),
      last_order_at: instant.nullable(),
      channel_name: z.string().nullable(),
      promotion_code: z.string().nullable(),
      verified_at: instant,
      created_at: instant,
    }),
  ).extend({ more: z.boolean() }),
})

const getCompanyOverview = operation({
  path: '/companies/getCompanyOverview',
  access: readers,
  about: '一家企业：资料、认证、数字、渠道、优惠券。号码均已遮盖。',
  input: z.strictObject(of),
  output: z.object({
    info: getCompanyInfo.output.extend({ industry_id: id.nullable(), created_at: instant }),
    frozen: z.object({ reason: z.string(), at: instant }).nullable(),
    owner: z.object({ account_id: id, employee_id: id, name: z.string(), phone: z.string() }).nullable(),
    verification: z
      .object({
        verification_id: id,
        person_name: z.string(),
        id_number: z.string(),
        company_name: z.string(),
        submitted_at: instant,
        reviewed_at: instant.nullable(),
      })
      .nullable(),
    channel: z.object({ name: z.string(), promotion_code: z.string() }).nullable(),
    figures: getCompanyData.output.omit({ expiries: true }),
    sessions: z.int(),
    last_order_at: instant.nullable(),
    coupons: z.object({
      counts: z.record(z.enum(couponStates), z.int()),
      /** The newest. */
      list: z.array(
        z.object({
          coupon_id: id,
          name: z.string(),
          state: z.enum(couponStates),
          source: z.enum(couponSources),
          valid_until: instant,
          claimed_at: instant,
        }),
      ),
    }),
  }),
  codes: [-53021],
})

const getCompanyPeople = operation({
  path: '/companies/getCompanyPeople',
  access: support,
  about: '一家企业的成员；筛选与企业控制台相同。',
  input: getCompanyUserList.input.extend(of),
  output: listOf(getCompanyUserList.output.shape.list.element.extend({ account_id: id, sessions: z.int() })).extend({
    more: z.boolean(),
  }),
  codes: [-53021],
})

const getCompanyLedger = operation({
  path: '/companies/getCompanyLedger',
  access: readers,
  about: '一家企业的时长流水。',
  input: getServiceLedger.input.extend(of),
  output: getServiceLedger.output.extend({ balance: z.int() }),
  codes: [-53021],
})

const getCompanyLines = operation({
  path: '/companies/getCompanyLines',
  access: support,
  about: '一家企业的专线。',
  input: getCompanyVplList.input.extend(of),
  output: getCompanyVplList.output,
  codes: [-53021],
})

const getCompanyDevices = operation({
  path: '/companies/getCompanyDevices',
  access: support,
  about: '一家企业的设备。',
  input: getDeviceList.input.extend(of),
  output: getDeviceList.output,
  codes: [-53021],
})

const getCompanyOrders = operation({
  path: '/companies/getCompanyOrders',
  access: readers,
  about: '一家企业的订单。',
  input: getOrderList.input.extend(of),
  output: listOf(getOrderList.output.shape.list.element.omit({ operas: true })).extend({ more: z.boolean() }),
  codes: [-53021],
})

const getCompanySessions = operation({
  path: '/companies/getCompanySessions',
  access: support,
  about: '一家企业全部成员的有效登录，最近使用的在前。',
  input: z.strictObject({ ...of, ...paging }),
  output: listOf(shownSession.extend({ account_id: id, name: z.string(), phone: z.string() })).extend({
    more: z.boolean(),
  }),
  codes: [-53021],
})

const getCompanyNotices = operation({
  path: '/companies/getCompanyNotices',
  access: support,
  about: '发给一家企业成员的通知。',
  input: z.strictObject({ ...of, ...paging }),
  output: listOf(shownNotice.extend({ account_id: id, name: z.string() })).extend({ more: z.boolean() }),
  codes: [-53021],
})

const getCompanyMessages = operation({
  path: '/companies/getCompanyMessages',
  access: support,
  about: '发给一家企业成员的短信：用途、遮盖的号码与状态。',
  input: z.strictObject({ ...of, ...paging }),
  output: listOf(shownSms.extend({ account_id: id, name: z.string() })).extend({ more: z.boolean() }),
  codes: [-53021],
})

const getCompanyLog = operation({
  path: '/companies/getCompanyLog',
  access: support,
  about: '关于一家企业的审计记录，与它自己的员工、设备、专线记录，最新的在前。',
  input: z.strictObject({
    ...of,
    source: z.enum(companyLogSources, { error: '记录来源不正确' }).optional(),
    ...paging,
  }),
  output: listOf(
    z.object({
      entry_id: id,
      source: z.enum(companyLogSources),
      /** What happened, as written: the page has the words. */
      action: z.string(),
      actor: z.string(),
      /** Which person, device or line. */
      subject: z.string(),
      detail: z.string(),
      at: instant,
    }),
  ).extend({ more: z.boolean() }),
  codes: [-53021],
})

const freezeCompany = operation({
  path: '/companies/freezeCompany',
  access: support,
  audited: true,
  about: '冻结企业：客户端立即停用，全部成员的登录结束，管理员的操作答复 -42006 与原因。',
  input: z.strictObject({ ...of, reason }),
  output: z.object({ sessions: z.int() }),
  success: '已冻结',
  codes: [-53021, -53301],
})

const unfreezeCompany = operation({
  path: '/companies/unfreezeCompany',
  access: support,
  audited: true,
  about: '解除冻结，恢复到冻结之前的状态。',
  input: z.strictObject({ ...of, reason: line('说明', 200, 0).optional() }),
  output: nothing,
  success: '已解除冻结',
  codes: [-53021, -53301],
})

const giftCompanyHours = operation({
  path: '/companies/giftCompanyHours',
  access: support,
  audited: true,
  about: '赠送时长（人天），管理员收到通知。同一 request_key 只赠送一次，重复提交得到同一答复。',
  input: z.strictObject({
    ...of,
    days: z.int({ error: '请输入天数' }).min(1, '至少1天').max(36_500, '一次最多36500天'),
    note: line('说明', 100, 2),
    request_key: requestKey,
  }),
  output: z.object({ balance: z.int() }),
  success: '已赠送',
  codes: [-53021, -53023],
})

const takeBackCompanyHours = operation({
  path: '/companies/takeBackCompanyHours',
  access: support,
  audited: true,
  about: '以更正收回时长，不会低于零。同一 request_key 只收回一次。',
  input: z.strictObject({
    ...of,
    days: z.int({ error: '请输入天数' }).min(1, '至少1天').max(36_500, '一次最多36500天'),
    reason,
    request_key: requestKey,
  }),
  output: z.object({ balance: z.int() }),
  success: '已收回',
  codes: [-47030, -53021, -53023],
})

const getGiftCouponTypes = operation({
  path: '/companies/getGiftCouponTypes',
  access: support,
  about: '可以赠送的优惠券类型：有余量且未过有效期。',
  input: z.strictObject({}),
  output: z.object({
    list: z.array(
      z.object({
        coupon_type_id: id,
        name: z.string(),
        about: z.string(),
        /** Null without a limit. */
        left: z.int().nullable(),
        per_company: z.int(),
      }),
    ),
  }),
})

const giftCompanyCoupon = operation({
  path: '/companies/giftCompanyCoupon',
  access: support,
  audited: true,
  about: '赠送一张优惠券。同一 request_key 只赠送一张。',
  input: z.strictObject({ ...of, coupon_type_id: z.uuid({ error: '请选择优惠券' }), request_key: requestKey }),
  output: z.object({ name: z.string(), valid_until: instant }),
  success: '已赠送',
  codes: [-53020, -53023],
})

const changeCompanyOwner = operation({
  path: '/companies/changeCompanyOwner',
  access: support,
  audited: true,
  about: '更换企业所有者（原所有者离职等）：新所有者须是在职成员，原所有者成为普通员工。',
  input: z.strictObject({ ...of, employee_id: z.uuid({ error: '请选择新的所有者' }), reason }),
  output: nothing,
  success: '已更换所有者',
  codes: [-53021, -53301, -53302],
})

const correctCompany = operation({
  path: '/companies/correctCompany',
  access: support,
  audited: true,
  about: '更正企业资料，例如换发执照后的新名称；不带的字段保持不变。',
  input: z.strictObject({
    ...of,
    name: line('企业名称', 100, 4).optional(),
    industry_id: z.uuid({ error: '请选择所属行业' }).optional(),
    size: z.enum(companySizes, { error: '请选择企业规模' }).optional(),
    address: line('企业地址', 200, 0).optional(),
    contact_name: line('联系人姓名', 50, 2).optional(),
    contact_phone: line('联系电话', 20, 5)
      .regex(/^[\d+() -]+$/, '联系电话只能有数字、空格、+、-与括号')
      .optional(),
    reason,
  }),
  output: nothing,
  success: '已更正',
  codes: [-53021],
})

export const companies = {
  getCompanyList,
  getCompanyOverview,
  getCompanyPeople,
  getCompanyLedger,
  getCompanyLines,
  getCompanyDevices,
  getCompanyOrders,
  getCompanySessions,
  getCompanyNotices,
  getCompanyMessages,
  getCompanyLog,
  freezeCompany,
  unfreezeCompany,
  giftCompanyHours,
  takeBackCompanyHours,
  getGiftCouponTypes,
  giftCompanyCoupon,
  changeCompanyOwner,
  correctCompany,
  ...accounts,
}
