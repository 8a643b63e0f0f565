import { z } from 'zod'
import { call } from './call.ts'
import { deviceProof } from './device-key.ts'
import {
  agreed,
  captcha,
  consented,
  id,
  instant,
  line,
  listOf,
  newPassword,
  phone,
  promotionCode,
  signInTicket,
} from './fields.ts'
import { account } from './records/account.ts'
import { company } from './records/company.ts'
import { duty } from './records/duty.ts'
import { employee } from './records/employee.ts'
import { session } from './records/session.ts'
import { verification } from './records/verification.ts'
import { password } from './rules.ts'

const sid = z.string()

/** 1: verified; -1: nothing submitted; -2: submitted and not passed (under review or rejected). */
export const userStatus = z.union([z.literal(1), z.literal(-1), z.literal(-2)])
const isManager = z.union([z.literal(1), z.literal(0)])

export const userInfo = account.schema.pick({ account_id: true, phone: true, display_name: true }).extend({
  /** Also 1 for an employee with a duty: the console is open to them and shows what the duty covers. */
  is_company_manager: isManager,
  /** The employee's duty in the console; null for managers, who may do everything, and for all other accounts. */
  duty: duty.schema.shape.duty.nullable(),
  /** The names of the departments that the duty is limited to; null when it is not limited. */
  duty_departments: z.array(z.string()).nullable(),
  company_name: company.schema.shape.name.nullable(),
  /**
   * The reason for which the provider froze the company, for the people to whom its console would be open; empty when no reason was
   * given, null for everyone else.
   */
  frozen_reason: z.string().nullable(),
  /** Person-days that the company can still assign. Null for everyone but its managers. */
  company_remain_days: z.int().nullable(),
  /** The end of the employee's own service; null without one. */
  service_ends_at: employee.schema.shape.service_ends_at,
  /** True once the tour of the console was ended or declined, so that it is not offered again. */
  toured: z.boolean(),
})

/**
 * The answer of every call that opens a session. `signature` identifies the account to a customer-service chat for ten minutes.
 */
const opened = z.object({ sid, user_info: userInfo, user_status: userStatus, signature: z.string() })

/** The password is sent as typed: hashing a trimmed or truncated one would accept a password that was never set. */
const presentedPassword = z
  .string({ error: '请输入登录密码' })
  .min(password.min, '密码最小长度6位')
  .max(password.max, '密码最大长度18位')

/** No person, office or program needs one login a second; without a limit one account can fill the table of sessions. */
export const loginLimit = { name: 'login', by: 'login', max: 600, seconds: 600 } as const

const loginThrottle = [-41001, -41002, -41009] as const
/** The codes that a manager's login from a new browser or client can get, whatever the way to log in (terminals.ts). */
export const terminalApprovalCodes = [-41040, -41041, -41046] as const

export const wLogin = call({
  path: '/v1/user/wLogin',
  effect: 'change',
  idempotency: 'prepared',
  limits: [loginLimit],
  access: 'public',
  about: '登录。账号不存在与密码错误的应答一致。',
  input: z.strictObject({
    is_agree: agreed,
    username: line('登录账号', 50),
    password: presentedPassword,
    /** A manager's way in while the company's identity provider is down (-59117): a code for `login`. */
    captcha: captcha.optional(),
    /** Identifies a person whom the company's identity provider has just let in for the first time (completeCompanySignIn). */
    ticket: signInTicket.optional(),
    /** A desktop client proves the key of its device; browsers have none. */
    device: deviceProof.optional(),
  }),
  output: opened,
  codes: [...loginThrottle, ...terminalApprovalCodes, -41005, -48017, -59114, -59115, -59116, -59117, 429],
})

export const wRegister = call({
  path: '/v1/user/wRegister',
  effect: 'change',
  idempotency: 'prepared',
  access: 'public',
  about: '用短信验证码注册；邀请码即推广码，可不填。',
  input: z.strictObject({
    is_agree: agreed,
    username: phone,
    password: newPassword,
    captcha,
    invite_code: z
      .union([z.literal('').transform(() => undefined), promotionCode], { error: '邀请码为6位字母或数字' })
      .optional(),
  }),
  output: opened,
  codes: [-41005, -41008, -41011, -43001, -43002, -43003, 429],
})

export const forgotPassword = call({
  path: '/v1/user/forgotPassword',
  effect: 'change',
  idempotency: 'prepared',
  access: 'public',
  about: '用短信验证码重设密码；成功后该账号的全部登录失效。',
  input: z.strictObject({ username: phone, password: newPassword, password2: z.string(), captcha }),
  success: '密码已重设，请用新密码登录',
  codes: [-41005, -41010, -41011, 429],
})

export const proof = z.string().max(4000).optional()

export const sendVerificationCode = call({
  path: '/v1/app/sendVerificationCode',
  effect: 'change',
  access: 'public',
  about: '向手机发送六位验证码，5分钟内有效。无论手机号是否注册，应答一致。',
  input: z.strictObject({
    send_type: z.literal(1, { error: '发送方式不正确' }),
    account: phone,
    email_type: z.enum(['forgotpwd', 'register', 'login'], { error: '验证码用途不正确' }),
    /** The answer to `getProofChallenge`, as base64 JSON. It is only required (-41014) when many codes are being sent. */
    proof,
  }),
  codes: [-41006, -41007, -41014, -41015, 429],
})

export const getProofChallenge = call({
  path: '/v1/app/getProofChallenge',
  effect: 'read',
  limits: [{ name: 'proof', by: 'address', max: 60, seconds: 3600 }],
  access: 'public',
  about: '取得一道计算验证题，用于 -41014 之后重发验证码。',
  output: z.object({ challenge: z.record(z.string(), z.unknown()) }),
  codes: [429],
})

export const checkManager = call({
  path: '/v1/user/checkManager',
  effect: 'read',
  access: 'account',
  about: '当前账号是否企业管理员。',
  output: z.object({ is_company_manager: isManager }),
})

export const refreshSession = call({
  path: '/v1/user/refreshSession',
  effect: 'change',
  access: 'account',
  about: '换一个新的 sid；旧的在它第一次使用之后再用60秒，供其他标签页切换。',
  output: z.object({ sid }),
  codes: [-41019],
})

export const wGetUserInfo = call({
  path: '/v1/user/wGetUserInfo',
  effect: 'read',
  access: 'account',
  about: '当前账号的资料与认证状态。',
  output: z.object({
    user_info: userInfo,
    user_status: userStatus,
    registered_at: instant,
    last_login_at: instant.nullable(),
  }),
})

export const wAuth = call({
  path: '/v1/user/wAuth',
  effect: 'change',
  idempotency: 'prepared',
  limits: [{ name: 'identity', by: 'account', max: 30, seconds: 86_400 }],
  access: 'account',
  about: '提交实名认证：个人，或企业（附营业执照）。配置了核验服务时当场核对姓名与身份证号。被驳回后可重新提交。',
  input: z.discriminatedUnion(
    'kind',
    [
      z.strictObject({ kind: z.literal('person'), is_identity: consented, ...verification.input('person') }),
      z.strictObject({
        kind: z.literal('company'),
        is_identity: consented,
        is_licence: consented,
        ...verification.input('company'),
      }),
    ],
    { error: '请选择认证类型' },
  ),
  output: z.object({ user_status: userStatus }),
  codes: [-42001, -42002, -42003, -42004, -42005, -42009, -42010, 429],
})

export const getVerification = call({
  path: '/v1/user/getVerification',
  effect: 'read',
  access: 'account',
  about: '最近一次实名认证的状态；未提交过为 null。被驳回的企业认证附上可沿用的资料。',
  output: z.object({
    /** The name is masked as well. */
    verification: verification.schema
      .pick({
        kind: true,
        state: true,
        person_name: true,
        id_number: true,
        company_name: true,
        credit_code: true,
        reason: true,
        submitted_at: true,
        reviewed_at: true,
      })
      .nullable(),
    /** Company data from a partner's registration, which prefills the form. */
    prefill: z
      .object({ company_name: z.string(), credit_code: z.string(), industry_id: id, person_name: z.string() })
      .nullable(),
    /** True when lines require an account to be verified itself and the company's verification is not enough. */
    is_own_required: z.boolean(),
  }),
})

export const setDisplayName = call({
  path: '/v1/user/setDisplayName',
  effect: 'change',
  access: 'account',
  about: '修改昵称。',
  input: z.strictObject({ display_name: account.fields.display_name.change }),
  output: z.object({ user_info: userInfo }),
})

export const endTour = call({
  path: '/v1/user/endTour',
  effect: 'change',
  access: 'account',
  about: '结束或谢绝控制台的导览，之后登录不再提示。',
})

export const changePassword = call({
  path: '/v1/user/changePassword',
  effect: 'change',
  idempotency: 'prepared',
  proof: 'payload',
  access: 'account',
  about: '修改密码；其他登录随即失效，当前登录保留。',
  input: z.strictObject({ old_password: presentedPassword, password: newPassword, password2: z.string() }),
  codes: [-41002, -41010, -41011, -41012],
})

export const sendPhoneChangeCode = call({
  path: '/v1/user/sendPhoneChangeCode',
  effect: 'change',
  access: 'account',
  about: '向新手机号发送更换手机的验证码。',
  input: z.strictObject({ phone, proof }),
  codes: [-41006, -41007, -41014, -41015, 429],
})

export const changePhone = call({
  path: '/v1/user/changePhone',
  effect: 'change',
  idempotency: 'prepared',
  proof: 'payload',
  access: 'account',
  about: '更换登录手机号；需要登录密码与新手机收到的验证码。其他登录随即失效。',
  input: z.strictObject({ phone: account.fields.phone.change, captcha, password: presentedPassword }),
  output: account.schema.pick({ phone: true }),
  codes: [-41002, -41005, -41012, -41013, 429],
})

export const getSessionList = call({
  path: '/v1/user/getSessionList',
  effect: 'read',
  access: 'account',
  about: '当前账号有效的登录，最近使用的在前。',
  output: listOf(session.schema.extend({ current: z.boolean() })),
})

export const endSession = call({
  path: '/v1/user/endSession',
  effect: 'change',
  proof: 'fresh',
  access: 'account',
  about: '结束自己的某次登录；须在五分钟内登录过或再次验证过密码。',
  input: z.strictObject({ session_id: id }),
  output: z.object({ ended: z.boolean() }),
})

export const endOtherSessions = call({
  path: '/v1/user/endOtherSessions',
  effect: 'change',
  proof: 'fresh',
  access: 'account',
  about: '结束自己的其他全部登录，本次登录不变；须在五分钟内登录过或再次验证过密码。',
})

export const reauthenticate = call({
  path: '/v1/user/reauthenticate',
  effect: 'change',
  idempotency: 'prepared',
  access: 'account',
  about: '再次验证登录密码；之后五分钟内，本次登录可以执行应答 -41022 的操作。',
  input: z.strictObject({ password: presentedPassword }),
  success: '身份已验证',
  codes: [-41002, -41012],
})

export const signOut = call({
  path: '/v1/user/signOut',
  effect: 'change',
  access: 'account',
  about: '退出登录，当前 sid 立即失效。',
})

export const exportAccount = call({
  path: '/v1/user/exportAccount',
  effect: 'read',
  proof: 'fresh',
  access: 'account',
  about: '导出本站保存的本人资料；须在五分钟内登录过或再次验证过密码。',
  output: z.object({ exported_at: instant, account: z.record(z.string(), z.unknown()) }),
})

export const deleteAccount = call({
  path: '/v1/user/deleteAccount',
  effect: 'change',
  idempotency: 'prepared',
  proof: 'payload',
  activity: 'employee.removed',
  access: 'account',
  about: '注销账号：删除个人资料并结束全部登录；企业所有者须先转让企业。',
  input: z.strictObject({ password: presentedPassword }),
  codes: [-41002, -41012, -41018],
})
