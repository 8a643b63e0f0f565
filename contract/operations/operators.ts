import { z } from 'zod'
import { createOrUpdateInput } from '../create-or-update-input.ts'
import { exportedFile, operatorExportLimits } from '../exports.ts'
import { day, id, instant, line, listOf, paging, ruled } from '../fields.ts'
import { operator } from '../records/operator.ts'
import { operatorPasswordProblem } from '../records/operator-fields.ts'
import { session } from '../records/session.ts'
import { operation } from './operation.ts'
import { approvalFilters, approvalKinds, approvalStates, totpOrRecovery } from './operator-names.ts'

const totp = z.string({ error: '请输入 6 位动态验证码' }).regex(/^\d{6}$/, '动态验证码为 6 位数字')
/** The authenticator's digits, or a recovery code. */
const proof = z
  .string({ error: '请输入 6 位动态验证码' })
  .trim()
  .toLowerCase()
  .regex(totpOrRecovery, '请输入 6 位动态验证码，或形如 abcd-efgh-jkmn-pqrs-tuvw-xyz2 的恢复码')
const password = z.string({ error: '请输入密码' }).min(1, '请输入密码').max(200, '密码过长')

const self = operator.schema
  .pick({ operator_id: true, name: true, display_name: true, roles: true, totp: true })
  .extend({
    /** True when nothing else is allowed before an authenticator is bound. */
    must_bind: z.boolean(),
    /** True when another person set the password. */
    must_change_password: z.boolean(),
    /** The number of items that await these roles, by the key of the menu entry. */
    waiting: z.record(z.string(), z.int()),
  })

const logIn = operation({
  path: '/operator/logIn',
  effect: 'change',
  idempotency: 'prepared',
  access: 'visitor',
  about: '运营人员登录；绑定过动态验证器的还需动态验证码。成功后以 Cookie 保持会话。',
  input: z.strictObject({
    name: line('用户名', 64),
    password,
    /** Six digits, or a recovery code. */
    totp: proof.optional(),
  }),
  output: self,
  codes: [-41001, -41002, -53001, -53002, -53004],
})

const getSelf = operation({
  path: '/operator/getSelf',
  effect: 'read',
  access: 'operator',
  unbound: true,
  background: true,
  about: '当前操作员、角色与待办数量；页面会自行反复询问，不算使用。',
  output: self,
})

const logOut = operation({
  path: '/operator/logOut',
  effect: 'change',
  access: 'operator',
  unbound: true,
  audited: true,
  about: '退出登录。',
  success: '已退出登录',
})

const beginTotp = operation({
  path: '/operator/beginTotp',
  effect: 'change',
  idempotency: 'prepared',
  proof: 'payload',
  access: 'operator',
  unbound: true,
  about: '生成待绑定的动态验证器密钥，十分钟内有效；确认之前不生效。',
  input: z.strictObject({ password }),
  output: z.object({ secret: z.string(), uri: z.string() }),
  codes: [-41002, -41012],
})

const bindTotp = operation({
  path: '/operator/bindTotp',
  effect: 'change',
  proof: 'payload',
  access: 'operator',
  unbound: true,
  audited: true,
  about:
    '以新验证器上的动态验证码确认绑定；已绑定过的还须给出原验证器的验证码或恢复码。其他会话随即结束，恢复码只显示这一次。',
  input: z.strictObject({ totp, current: proof.optional() }),
  output: z.object({ recovery_codes: z.array(z.string()) }),
  success: '动态验证器已绑定',
  codes: [-41002, -53001, -53002, -53005, -53006],
})

const changeOwnPassword = operation({
  path: '/operator/changeOwnPassword',
  effect: 'change',
  idempotency: 'prepared',
  proof: 'payload',
  access: 'operator',
  unbound: true,
  audited: true,
  about: '修改自己的密码；其他会话随即结束。',
  input: z.strictObject({ old_password: password, password: ruled(operatorPasswordProblem) }),
  success: '密码已修改',
  codes: [-41002, -41011, -41012],
})

const reauthenticateOperator = operation({
  path: '/operator/reauthenticate',
  effect: 'change',
  idempotency: 'prepared',
  access: 'operator',
  audited: true,
  about: '再次验证密码，绑定过动态验证器的还需动态验证码；之后五分钟内，本次登录可以执行应答 -41022 的操作。',
  input: z.strictObject({ password, totp: proof.optional() }),
  success: '身份已验证',
  codes: [-41002, -41012, -53001, -53002],
})

const getOwnSessionList = operation({
  path: '/operator/getOwnSessionList',
  effect: 'read',
  access: 'operator',
  about: '自己有效的登录，最近使用的在前。',
  output: listOf(
    session.schema.omit({ client_name: true, client_version: true }).extend({
      /** True for the session that makes the call. */
      current: z.boolean(),
    }),
  ),
})

const endOwnSession = operation({
  path: '/operator/endOwnSession',
  effect: 'change',
  proof: 'fresh',
  access: 'operator',
  audited: true,
  about: '结束自己的某次登录。',
  input: z.strictObject({ session_id: id }),
  success: '已结束登录',
  codes: [-53021],
})

const getOperatorList = operation({
  path: '/operator/getOperatorList',
  effect: 'read',
  access: ['owner'],
  about: '操作员列表。',
  input: z.strictObject({ keyword: line('关键词', 50).optional(), ...paging }),
  output: listOf(operator.schema),
})

const setOperator = operation({
  path: '/operator/setOperator',
  effect: 'change',
  proof: 'fresh',
  access: ['owner'],
  audited: true,
  approval: { kind: 'operator', value: undefined },
  about: '添加或修改操作员，只改动带上的项；添加与增加角色须由另一位负责人确认，初始密码只告诉确认的人。',
  input: createOrUpdateInput('operator_id', operator.edit('set')),
  output: z.object({ operator_id: id, password: z.string().nullable() }),
  success: '已保存',
  codes: [-53012, -53013, -53017, -53021, -53022, -53030, -53032],
})

const setOperatorState = operation({
  path: '/operator/setOperatorState',
  effect: 'change',
  proof: 'fresh',
  access: ['owner'],
  audited: true,
  approval: { kind: 'operator', value: undefined },
  about: '停用或恢复操作员；停用立即结束其全部会话，恢复须由另一位负责人确认。',
  input: z.strictObject({ operator_id: id, ...operator.input('switch') }),
  success: '已保存',
  codes: [-53012, -53013, -53017, -53021, -53022, -53032],
})

const resetOperator = operation({
  path: '/operator/resetOperator',
  effect: 'change',
  proof: 'fresh',
  access: ['owner'],
  audited: true,
  approval: { kind: 'operator', value: undefined },
  about:
    '重置操作员的密码，可同时解除动态验证器与通行密钥；须由另一位负责人确认，新密码只告诉确认的人，其全部会话随即结束。',
  input: z.strictObject({ operator_id: id, totp: z.boolean() }),
  output: z.object({ password: z.string() }),
  success: '已重置',
  codes: [-53012, -53013, -53017, -53021, -53022, -53032],
})

const getAuditList = operation({
  path: '/audit/getAuditList',
  effect: 'read',
  access: ['owner'],
  about:
    '审计日志，最新的在前；before 与 after 是当时的内容。target 为种类加编号的开头，或名称、手机号、订单号、发票号码、工单号。',
  input: z.strictObject({
    actor: line('操作者', 80).optional(),
    action: line('操作', 80).optional(),
    target: line('对象', 200).optional(),
    from: day('日期格式不正确').optional(),
    to: day('日期格式不正确').optional(),
    ...paging,
  }),
  output: z.object({
    list: z.array(
      z.object({
        audit_id: id,
        at: instant,
        actor: z.string(),
        /** The operator's name, or the actor's own description. */
        actor_name: z.string(),
        action: z.string(),
        target: z.string(),
        /** The name of a company, person, partner or object that still exists. */
        target_name: z.string().nullable(),
        before: z.unknown(),
        after: z.unknown(),
        ip: z.string().nullable(),
        request_id: z.string().nullable(),
      }),
    ),
    /** The names of companies, partners and objects that `before` and `after` hold by id. Deleted ones have no name. */
    named: z.array(z.object({ id, name: z.string() })),
    total: z.int(),
    more: z.boolean(),
  }),
})

const exportAudit = operation({
  path: '/audit/exportAudit',
  effect: 'export',
  limits: operatorExportLimits,
  access: ['owner'],
  audited: true,
  about: '按条件导出审计日志。',
  input: getAuditList.input.omit({ page: true, page_size: true }),
  output: exportedFile,
  codes: [429],
})

const getApprovalList = operation({
  path: '/approval/getApprovalList',
  effect: 'read',
  access: 'operator',
  about: '须由第二位操作员确认的申请：自己提交的，与自己的角色可以确认的；审计员看到全部。',
  input: z.strictObject({
    state: z.enum(approvalFilters).optional(),
    kind: z.enum(approvalKinds).optional(),
    ...paging,
  }),
  output: listOf(
    z.object({
      approval_id: id,
      kind: z.enum(approvalKinds),
      state: z.enum(approvalStates),
      /** The planned effect in one line, as of the time of the request. */
      summary: z.string(),
      target: z.string(),
      requested_by: z.string(),
      requested_at: instant,
      /** True when the requester could do it without a second operator under the policy. */
      alone: z.boolean(),
      /** True when the viewing operator made the request and therefore cannot confirm it. */
      own: z.boolean(),
      decided_by: z.string().nullable(),
      decided_at: instant.nullable(),
      reason: z.string().nullable(),
      result: z.string().nullable(),
      /** True if half of a first password is kept here for the requester. */
      half: z.boolean(),
    }),
  ),
})

const decideApproval = operation({
  path: '/approval/decideApproval',
  effect: 'change',
  proof: 'weighty',
  access: ['support', 'finance', 'content', 'network'],
  audited: true,
  about: '确认、驳回或撤回一项申请；确认即执行，须是另一位操作员，且在提交之前已有审批规则所列的角色；撤回须是本人。',
  input: z.strictObject({
    approval_id: id,
    decision: z.enum(['confirm', 'reject', 'withdraw']),
    reason: line('原因', 200).optional(),
  }),
  output: z.object({
    result: z.string(),
    /** Half of a first password, shown only in this answer; the requester gets the other half (`takePasswordHalf`). */
    once: z.string().nullable(),
  }),
  codes: [-41022, -53010, -53011, -53014, -53016, -53020, -53021],
})

const takePasswordHalf = operation({
  path: '/approval/takePasswordHalf',
  effect: 'change',
  proof: 'fresh',
  // Only owners can make requests that set an operator's password.
  access: ['owner'],
  audited: true,
  about: '申请人领取首个密码的前半，只能领取一次；后半由确认人在确认时得到，两人分别转交本人。七天后失效。',
  input: z.strictObject({ approval_id: id }),
  output: z.object({ once: z.string() }),
  codes: [-41022, -53021],
})

export const operators = {
  logIn,
  getSelf,
  logOut,
  beginTotp,
  bindTotp,
  changeOwnPassword,
  reauthenticateOperator,
  getOwnSessionList,
  endOwnSession,
  getOperatorList,
  setOperator,
  setOperatorState,
  resetOperator,
  getAuditList,
  exportAudit,
  getApprovalList,
  decideApproval,
  takePasswordHalf,
}
