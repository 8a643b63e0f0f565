import { z } from 'zod'
import { authStates, deviceEvents, auditStates as deviceStates, platforms } from '../devices.ts'
import { day, id, instant, line, listOf, paging } from '../fields.ts'
import { operation } from './operation.ts'
import { disputeStates, verificationKinds, verificationStates } from './reviews-names.ts'

const state = z.enum(verificationStates)
const kind = z.enum(verificationKinds)
const givenDay = day('日期格式不正确').optional()
/** With `more` there are more than are counted and listed. */
const longList = <Item extends z.ZodType>(item: Item) => listOf(item).extend({ more: z.boolean() })

const verification = z.object({
  verification_id: id,
  kind,
  state,
  person_name: z.string(),
  /** Masked. */
  phone: z.string(),
  company_name: z.string().nullable(),
  credit_code: z.string().nullable(),
  reason: z.string().nullable(),
  /** An operator's name, or what the actor says of itself. */
  reviewer: z.string().nullable(),
  submitted_at: instant,
  reviewed_at: instant.nullable(),
})

/** One thing that was looked up for whoever decides. */
const check = z.object({ verdict: z.enum(['good', 'warn', 'bad']), text: z.string() })

const getVerificationList = operation({
  path: '/reviews/getVerificationList',
  access: ['support'],
  about: '实名认证：待审核的在前（先提交的先列），其余从新到旧。关键词可为企业名称、姓名、信用代码或完整手机号。',
  input: z.strictObject({
    state: z.enum(verificationStates, { error: '状态不正确' }).optional(),
    kind: z.enum(verificationKinds, { error: '类型不正确' }).optional(),
    keyword: line('关键词', 50).optional(),
    from: givenDay,
    to: givenDay,
    ...paging,
  }),
  output: longList(verification),
})

const getVerificationForReview = operation({
  path: '/reviews/getVerificationForReview',
  access: ['support'],
  about: '一条实名认证的全部资料、核对结果与申请人之前的提交；证件号始终遮盖。执照由 openLicence 打开。',
  input: z.strictObject({ verification_id: id }),
  output: verification.extend({
    account_id: id,
    registered_at: instant,
    id_number: z.string(),
    industry: z.string().nullable(),
    address: z.string().nullable(),
    /** What the account came by, and what it said of itself there. */
    channel: z
      .object({
        name: z.string(),
        code: z.string(),
        registration: z
          .object({ company_name: z.string(), credit_code: z.string(), contact_name: z.string(), size: z.string() })
          .nullable(),
      })
      .nullable(),
    licence: z.object({ is_image: z.boolean(), file_name: z.string() }).nullable(),
    checks: z.array(check),
    earlier: z.array(verification),
    /** The next that waits, and how many others do. */
    next_id: id.nullable(),
    waiting: z.int(),
  }),
  codes: [-53021],
})

const openLicence = operation({
  path: '/reviews/openLicence',
  access: ['support'],
  audited: true,
  about: '打开一条实名认证的营业执照：十分钟内有效的地址。写入审计日志，同一人一小时内再次打开不重复记录。',
  input: z.strictObject({ verification_id: id }),
  output: z.object({ url: z.string() }),
  codes: [-53021],
})

const reviewVerification = operation({
  path: '/reviews/reviewVerification',
  access: ['support'],
  audited: true,
  about: '通过或驳回一条待审核的实名认证；通过企业认证即建立企业，申请人会收到通知与短信。',
  input: z.strictObject({
    verification_id: id,
    decision: z.enum(['approve', 'reject'], { error: '请选择通过或驳回' }),
    /** Needed for a rejection; the applicant reads it. */
    reason: line('驳回原因', 200).optional(),
  }),
  output: z.object({ next_id: id.nullable() }),
  codes: [-53020, -53021, -53100, -53101],
})

const dispute = z.object({
  dispute_id: id,
  state: z.enum(disputeStates),
  company_id: id,
  company_name: z.string(),
  device_id: id,
  device_name: z.string(),
  holder_name: z.string(),
  claimant_name: z.string(),
  /** How often the claimant's client reported the device, counted once a minute. */
  times: z.int(),
  first_at: instant,
  last_at: instant,
  reason: z.string().nullable(),
  decided_by: z.string().nullable(),
  decided_at: instant.nullable(),
})

const getDisputeList = operation({
  path: '/reviews/getDisputeList',
  access: ['support'],
  about: '设备争议：员工的客户端上报了登记在同事名下的设备。待处理的在前。',
  input: z.strictObject({
    state: z.enum(disputeStates, { error: '状态不正确' }).optional(),
    keyword: line('关键词', 50).optional(),
    ...paging,
  }),
  output: longList(dispute),
})

const person = z.object({
  name: z.string(),
  /** Masked. */
  phone: z.string(),
  job_number: z.string().nullable(),
  dept_path: z.string().nullable(),
  state: z.enum(['invited', 'active', 'disabled']),
  service_ends_at: instant.nullable(),
  device_limit: z.int(),
  /** Approved and authorized; waiting for the company's audit. */
  in_use: z.int(),
  pending: z.int(),
})

const getDispute = operation({
  path: '/reviews/getDispute',
  access: ['support'],
  about: '一项设备争议：双方、设备、设备日志与核对结果。设备或人已不在时为空。',
  input: z.strictObject({ dispute_id: id }),
  output: dispute.extend({
    reported_name: z.string(),
    reported_ip: z.string(),
    device: z
      .object({
        platform: z.enum(platforms),
        os_version: z.string(),
        client_version: z.string(),
        audit_state: z.enum(deviceStates),
        auth_state: z.enum(authStates),
        last_ip: z.string().nullable(),
        last_seen_at: instant.nullable(),
        created_at: instant,
      })
      .nullable(),
    holder: person.nullable(),
    claimant: person.nullable(),
    checks: z.array(check),
    log: z.array(
      z.object({
        action: z.enum(deviceEvents),
        actor_name: z.string(),
        detail: z.string(),
        ip: z.string().nullable(),
        created_at: instant,
      }),
    ),
    /** Of the same device. */
    earlier: z.array(dispute),
  }),
  codes: [-53021],
})

const decideDispute = operation({
  path: '/reviews/decideDispute',
  access: ['support'],
  audited: true,
  about: '处理一项待处理的设备争议：移交后设备归申请人，由企业管理员重新审核；驳回后 30 天内不再受理同一申请。',
  input: z.strictObject({
    dispute_id: id,
    decision: z.enum(['hand_over', 'reject'], { error: '请选择移交或驳回' }),
    reason: line('原因', 200),
  }),
  output: z.object({}),
  success: '已处理',
  codes: [-53021, -53110, -53111, -53112, -53113],
})

export const reviews = {
  getVerificationList,
  getVerificationForReview,
  openLicence,
  reviewVerification,
  getDisputeList,
  getDispute,
  decideDispute,
}
