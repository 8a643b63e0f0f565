import { z } from 'zod'
import { disputeStates } from '../device-names.ts'
import { day, id, instant, line, listOf, paging } from '../fields.ts'
import { verificationKinds, verificationStates } from '../people.ts'
import { company } from '../records/company.ts'
import { device, deviceLog } from '../records/device.ts'
import { dispute } from '../records/dispute.ts'
import { employee } from '../records/employee.ts'
import { verification } from '../records/verification.ts'
import { maskedPhone } from './masked-phone.ts'
import { operation } from './operation.ts'

const filterDay = day('日期格式不正确').optional()
/** `more` is true when there are more than are counted and listed. */
const longList = <Item extends z.ZodType>(item: Item) => listOf(item).extend({ more: z.boolean() })

const listedVerification = verification.schema
  .omit({ account_id: true, id_number: true, industry_id: true, address: true, licence_file_id: true })
  .extend({ phone: maskedPhone })

/** A finding to help the deciding operator. */
const check = z.object({ verdict: z.enum(['good', 'warn', 'bad']), text: z.string() })

const getVerificationList = operation({
  path: '/reviews/getVerificationList',
  effect: 'read',
  access: ['support'],
  about: '实名认证：待审核的在前（先提交的先列），其余从新到旧。关键词可为企业名称、姓名、信用代码或完整手机号。',
  input: z.strictObject({
    state: z.enum(verificationStates, { error: '状态不正确' }).optional(),
    kind: z.enum(verificationKinds, { error: '类型不正确' }).optional(),
    keyword: line('关键词', 50).optional(),
    from: filterDay,
    to: filterDay,
    ...paging,
  }),
  output: longList(listedVerification),
})

const getVerificationForReview = operation({
  path: '/reviews/getVerificationForReview',
  effect: 'read',
  access: ['support'],
  about:
    '一条实名认证的全部资料、核对结果与申请人之前的提交；证件号始终遮盖，由 unmaskIdNumber 查看。执照由 openLicence 打开。',
  input: z.strictObject({ verification_id: id }),
  output: verification.schema.omit({ industry_id: true, licence_file_id: true }).extend({
    phone: maskedPhone,
    registered_at: instant,
    industry: company.schema.shape.industry,
    /** The promotion code that brought the account, and the details given in that registration. */
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
    /** The company with this credit code. */
    established: company.schema.pick({ company_id: true, name: true }).nullable(),
    earlier: z.array(listedVerification),
    /** The next waiting one, and the number of other ones. */
    next_id: id.nullable(),
    waiting: z.int(),
  }),
  codes: [-53021],
})

const openLicence = operation({
  path: '/reviews/openLicence',
  effect: 'change',
  access: ['support'],
  audited: true,
  about: '打开一条实名认证的营业执照：十分钟内有效的地址。写入审计日志，同一人一小时内再次打开不重复记录。',
  input: z.strictObject({ verification_id: id }),
  output: z.object({ url: z.string() }),
  codes: [-53021],
})

const unmaskIdNumber = operation({
  path: '/reviews/unmaskIdNumber',
  effect: 'change',
  proof: 'fresh',
  // Enough for a day's reviews, but not for collecting a list of people.
  limits: [{ name: 'unmask-id', by: 'operator', max: 20, seconds: 3600 }],
  access: ['support'],
  audited: true,
  about: '查看一条实名认证的完整身份证号；需重新证明身份，原因写入审计日志。',
  input: z.strictObject({ verification_id: id, reason: line('原因', 200, 2) }),
  output: z.object({ id_number: z.string() }),
  codes: [429, -53021],
})

const reviewVerification = operation({
  path: '/reviews/reviewVerification',
  effect: 'change',
  access: ['support'],
  audited: true,
  about: '通过或驳回一条待审核的实名认证；通过企业认证即建立企业，申请人会收到通知与短信。',
  input: z.strictObject({
    verification_id: id,
    decision: z.enum(['approve', 'reject'], { error: '请选择通过或驳回' }),
    /** Required for a rejection; the applicant reads it. */
    reason: line('驳回原因', 200).optional(),
  }),
  output: z.object({ next_id: id.nullable() }),
  codes: [-53020, -53021, -53100, -53101],
})

const listedDispute = dispute.schema.omit({ reported_name: true, reported_ip: true })

const getDisputeList = operation({
  path: '/reviews/getDisputeList',
  effect: 'read',
  access: ['support'],
  about: '设备争议：员工的客户端上报了登记在同事名下的设备。待处理的在前。',
  input: z.strictObject({
    state: z.enum(disputeStates, { error: '状态不正确' }).optional(),
    keyword: line('关键词', 50).optional(),
    ...paging,
  }),
  output: longList(listedDispute),
})

const party = employee.schema
  .pick({
    name: true,
    job_number: true,
    dept_path: true,
    state: true,
    service_ends_at: true,
    device_limit: true,
  })
  .extend({
    phone: maskedPhone,
    /** The devices that are approved and authorized; `pending` counts those that await the company's audit. */
    in_use: z.int(),
    pending: z.int(),
  })

const getDispute = operation({
  path: '/reviews/getDispute',
  effect: 'read',
  access: ['support'],
  about: '一项设备争议：双方、设备、设备日志与核对结果。设备或人已不在时为空。',
  input: z.strictObject({ dispute_id: id }),
  output: dispute.schema.extend({
    device: device.schema
      .pick({
        platform: true,
        os_version: true,
        client_version: true,
        audit_state: true,
        auth_state: true,
        last_ip: true,
        last_seen_at: true,
        created_at: true,
      })
      .nullable(),
    holder: party.nullable(),
    claimant: party.nullable(),
    checks: z.array(check),
    log: z.array(deviceLog.schema),
    /** Earlier disputes about the same device. */
    earlier: z.array(listedDispute),
  }),
  codes: [-53021],
})

const decideDispute = operation({
  path: '/reviews/decideDispute',
  effect: 'change',
  access: ['support'],
  audited: true,
  about: '处理一项待处理的设备争议：移交后设备归申请人，由企业管理员重新审核；驳回后 30 天内不再受理同一申请。',
  input: z.strictObject({
    dispute_id: id,
    decision: z.enum(['hand_over', 'reject'], { error: '请选择移交或驳回' }),
    ...dispute.input('decide'),
  }),
  success: '已处理',
  codes: [-53021, -53110, -53111, -53112, -53113],
})

export const reviews = {
  getVerificationList,
  getVerificationForReview,
  openLicence,
  unmaskIdNumber,
  reviewVerification,
  getDisputeList,
  getDispute,
  decideDispute,
}
