import { z } from 'zod'
import { call } from './call.ts'
import { id, instant } from './fields.ts'
import { employee } from './records/employee.ts'
import { session } from './records/session.ts'

export const getTerminalApproval = call({
  path: '/v1/company/getTerminalApproval',
  effect: 'read',
  access: 'manager',
  about: '管理员在新的浏览器或客户端登录是否须由另一位管理员批准，以及等待批准与一天之内被拒绝的登录。',
  output: z.object({
    on: z.boolean(),
    /** True for a company's only manager, whose login no one else could approve; the rule is suspended until there is another. */
    resting: z.boolean(),
    /** True for the owner, who alone can switch the rule. */
    settable: z.boolean(),
    /** Newest first. */
    logins: z.array(
      z.object({
        login_id: id,
        name: employee.schema.shape.name,
        phone: employee.schema.shape.phone,
        ...session.schema.pick({ device: true, client_name: true, ip: true }).shape,
        /** Approved, but the login was not completed yet. */
        approved: z.boolean(),
        /** Rejected, but it can still be approved. */
        rejected: z.boolean(),
        /** Managers cannot approve their own logins. */
        own: z.boolean(),
        requested_at: instant,
        expires_at: instant,
      }),
    ),
  }),
})

export const setTerminalApproval = call({
  path: '/v1/company/setTerminalApproval',
  effect: 'change',
  proof: 'fresh',
  activity: 'company.terminal_approval',
  access: 'manager',
  about: '所有者开启或关闭新终端批准；至少有两名管理员才能开启，须在五分钟内登录过或再次验证过密码。',
  input: z.strictObject({ on: z.boolean({ error: '请选择开启或关闭' }) }),
  codes: [-41043, -41044],
})

export const approveHeldLogin = call({
  path: '/v1/company/approveHeldLogin',
  effect: 'change',
  proof: 'fresh',
  activity: 'login.approved',
  access: 'manager',
  about:
    '批准另一位管理员在新终端的登录；对方随后再次登录即可。已被拒绝的须写明 overrule。须在五分钟内登录过或再次验证过密码。',
  input: z.strictObject({
    login_id: id,
    /** Required if the login was rejected before, so that no manager reverses a rejection unknowingly. */
    overrule: z.boolean().optional(),
  }),
  success: '已批准，对方再次登录即可',
  codes: [-41042, -41045],
})

export const rejectHeldLogin = call({
  path: '/v1/company/rejectHeldLogin',
  effect: 'change',
  activity: 'login.rejected',
  access: 'manager',
  about: '拒绝一次新终端的登录，或在对方登录之前收回批准；本人也可以拒绝。',
  input: z.strictObject({ login_id: id }),
  success: '已拒绝该登录',
  codes: [-41042],
})
