import { z } from 'zod'
import { closingRequest, forfeited } from '../closing.ts'
import { getCompanyData, getCompanyInfo } from '../companies.ts'
import { chosenId, day, id, instant, line, listOf, paging, requestKey } from '../fields.ts'
import { companyStates } from '../people.ts'
import { company } from '../records/company.ts'
import { verification } from '../records/verification.ts'
import { couponSources, couponStates } from '../shop.ts'
import { accounts } from './accounts.ts'
import { openMatters } from './companies-names.ts'
import { companyLists } from './company-lists.ts'
import { maskedPhone } from './masked-phone.ts'
import { operation } from './operation.ts'
import { waitingRequest } from './requested.ts'

const support = ['support'] as const
/** Finance looks up these details beside an order. */
const readers = ['support', 'finance'] as const
const of = { company_id: id }
const reason = line('原因', 200, 2)

const getCompanyList = operation({
  path: '/companies/getCompanyList',
  effect: 'read',
  access: readers,
  about:
    '全部企业，最新的在前；关键词为名称的一部分、所有者或管理员姓名的开头、完整的统一社会信用代码，或成员的完整手机号。',
  input: z.strictObject({
    state: z.enum(companyStates, { error: '企业状态不正确' }).optional(),
    keyword: line('关键词', 50).optional(),
    channel_id: id.optional(),
    /** No code has another form, so such a search finds nothing. */
    promotion_code: line('推广码', 6)
      .transform(code => code.toUpperCase())
      .optional(),
    /** Days in China, both inclusive. */
    verified_from: day('开始日期格式不正确').optional(),
    verified_to: day('结束日期格式不正确').optional(),
    /** Only companies whose balance is too low to renew one person. */
    balance_low: z.literal(true).optional(),
    ...paging,
  }),
  output: listOf(
    company.schema
      .pick({ company_id: true, name: true, credit_code: true, state: true, verified_at: true, created_at: true })
      .extend({
        owner_name: z.string().nullable(),
        owner_phone: maskedPhone.nullable(),
        closed: z.boolean(),
        people: z.int(),
        balance: z.int(),
        lines: z.int(),
        devices: z.int(),
        last_order_at: instant.nullable(),
        channel_name: z.string().nullable(),
        promotion_code: z.string().nullable(),
      }),
  ).extend({ more: z.boolean() }),
})

const getCompanyOverview = operation({
  path: '/companies/getCompanyOverview',
  effect: 'read',
  access: readers,
  about: '一家企业：资料、认证、数字、渠道、优惠券、等着第二人确认的申请。号码均已遮盖。',
  input: z.strictObject(of),
  output: z.object({
    info: getCompanyInfo.output.extend({
      ...company.schema.pick({ industry_id: true, created_at: true }).shape,
      contact_phone: maskedPhone.nullable(),
    }),
    frozen: z.object({ reason: z.string(), at: instant }).nullable(),
    closed_at: instant.nullable(),
    owner: z.object({ account_id: id, employee_id: id, name: z.string(), phone: maskedPhone }).nullable(),
    verification: verification.schema
      .pick({ verification_id: true, person_name: true, id_number: true, submitted_at: true, reviewed_at: true })
      .extend({ company_name: z.string() })
      .nullable(),
    channel: z.object({ name: z.string(), promotion_code: z.string() }).nullable(),
    /** Colleagues' requests that await a second operator, newest first. */
    waiting: z.array(waitingRequest),
    figures: getCompanyData.output.omit({ expiries: true }),
    sessions: z.int(),
    /** True when a manager's login from a new terminal must be approved by another manager. */
    terminal_approval: z.boolean(),
    last_order_at: instant.nullable(),
    coupons: z.object({
      counts: z.record(z.enum(couponStates), z.int()),
      /** The newest only. */
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

const freezeCompany = operation({
  path: '/companies/freezeCompany',
  effect: 'change',
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
  effect: 'change',
  access: support,
  audited: true,
  about: '解除冻结，恢复到冻结之前的状态。',
  input: z.strictObject({ ...of, reason: line('说明', 200, 0).optional() }),
  success: '已解除冻结',
  codes: [-53021, -53301],
})

const getCompanyClosing = operation({
  path: '/companies/getCompanyClosing',
  effect: 'read',
  access: support,
  about:
    '注销一家企业之前还须了结什么（各类的数目；余额以分计），以及注销会移除的成员、作废的人天与优惠券，和所有者在控制台的申请（by_owner 表示提出的人现在仍是所有者）。',
  input: z.strictObject(of),
  output: z.object({
    open: z.record(z.enum(openMatters), z.int()),
    forfeited,
    request: closingRequest.nullable(),
  }),
  codes: [-53021],
})

const closeCompany = operation({
  path: '/companies/closeCompany',
  effect: 'change',
  access: support,
  proof: 'fresh',
  audited: true,
  approval: { kind: 'closing', value: undefined },
  about:
    '注销已冻结的企业，不能撤销：移除全部成员（所有者在内），令牌、Webhook、群机器人、日志推送、企业目录与企业登录一并结束，记录保留；同一家企业可以重新认证。还有订单、退款、异常款项、余额、专线、试用、发票申请、工单或等着第二人确认的申请没有了结时拒绝。',
  input: z.strictObject({ ...of, reason }),
  output: z.object({ people: z.int() }),
  success: '已注销',
  codes: [-53012, -53013, -53020, -53021, -53305],
})

const endTerminalApproval = operation({
  path: '/companies/endTerminalApproval',
  effect: 'change',
  access: support,
  proof: 'fresh',
  audited: true,
  about: '关闭企业的新终端批准：全部管理员都换了浏览器、没有人能够批准时，由客服核实身份后关闭。',
  input: z.strictObject({ ...of, reason }),
  success: '已关闭新终端批准',
  codes: [-53021, -53301],
})

const giftCompanyHours = operation({
  path: '/companies/giftCompanyHours',
  effect: 'change',
  access: support,
  audited: true,
  approval: { kind: 'hours', value: 'days' },
  about: '赠送时长（人天），管理员收到通知。同一 request_key 只赠送一次，重复提交得到同一答复。',
  input: z.strictObject({
    ...of,
    days: z.int({ error: '请输入天数' }).min(1, '至少1天').max(36_500, '一次最多36500天'),
    note: line('说明', 100, 2),
    request_key: requestKey,
  }),
  output: z.object({ balance: z.int() }),
  success: '已赠送',
  codes: [-53012, -53013, -53017, -53021],
})

const takeBackCompanyHours = operation({
  path: '/companies/takeBackCompanyHours',
  effect: 'change',
  access: support,
  audited: true,
  about: '收回时长，记为赠送的负数，不会低于零；企业的管理员会收到通知。同一 request_key 只收回一次。',
  input: z.strictObject({
    ...of,
    days: z.int({ error: '请输入天数' }).min(1, '至少1天').max(36_500, '一次最多36500天'),
    reason,
    request_key: requestKey,
  }),
  output: z.object({ balance: z.int() }),
  success: '已收回',
  codes: [-47030, -53021],
})

const getGiftCouponTypes = operation({
  path: '/companies/getGiftCouponTypes',
  effect: 'read',
  access: support,
  about: '可以赠送的优惠券类型：有余量且未过有效期。',
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
  effect: 'change',
  access: support,
  audited: true,
  approval: { kind: 'coupon', value: 'fen' },
  about: '赠送一张优惠券。同一 request_key 只赠送一张。',
  input: z.strictObject({ ...of, coupon_type_id: chosenId('请选择优惠券'), request_key: requestKey }),
  output: z.object({ name: z.string(), valid_until: instant }),
  success: '已赠送',
  codes: [-53012, -53013, -53017, -53020],
})

const changeCompanyOwner = operation({
  path: '/companies/changeCompanyOwner',
  effect: 'change',
  access: support,
  audited: true,
  about: '更换企业所有者（原所有者离职等）：新所有者须是在职成员，原所有者成为普通员工。',
  input: z.strictObject({ ...of, employee_id: chosenId('请选择新的所有者'), reason }),
  success: '已更换所有者',
  codes: [-53021, -53301, -53302],
})

const correctCompany = operation({
  path: '/companies/correctCompany',
  effect: 'change',
  access: support,
  audited: true,
  about: '更正企业资料，例如换发执照后的新名称；不带的字段保持不变。',
  input: z.strictObject({
    ...of,
    ...company.edit('correct'),
    reason,
  }),
  success: '已更正',
  codes: [-53020, -53021, -53022],
})

export const companies = {
  getCompanyList,
  getCompanyOverview,
  ...companyLists,
  freezeCompany,
  unfreezeCompany,
  getCompanyClosing,
  closeCompany,
  giftCompanyHours,
  takeBackCompanyHours,
  getGiftCouponTypes,
  giftCompanyCoupon,
  changeCompanyOwner,
  endTerminalApproval,
  correctCompany,
  ...accounts,
}
