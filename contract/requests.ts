import { z } from 'zod'
import { call } from './call.ts'
import { deviceAudit } from './devices.ts'
import { captcha, id, line, listOf, paging, personDays, undoFields } from './fields.ts'
import { setCompanyUserService } from './hours.ts'
import { setVplGroupMembers } from './lines.ts'
import { accessRequest } from './records/access-request.ts'
import { employee } from './records/employee.ts'
import { grantTimes } from './records/line-group.ts'
import { openRequests, requestStates } from './request-names.ts'

export const requestAccess = call({
  path: '/v1/user/requestAccess',
  effect: 'change',
  activity: 'request.made',
  limits: [{ name: 'access-request', by: 'account', max: 30, seconds: 3600 }],
  access: 'account',
  about: `员工向企业申请：使用专线（line）、增加时长（days）、审核本人的设备（device）。每人至多 ${openRequests} 项待处理。`,
  input: z.strictObject(accessRequest.input('ask')),
  output: accessRequest.schema,
  success: '已提交，管理员处理后会通知您',
  codes: [-47040, -47041, -48001, -48010, -48012],
})

export const getMyRequests = call({
  path: '/v1/user/getMyRequests',
  effect: 'read',
  access: 'account',
  about: '本人的申请，最新的在前，至多 20 项；不属于任何企业时为空。',
  output: z.object({ list: z.array(accessRequest.schema) }),
})

export const withdrawRequest = call({
  path: '/v1/user/withdrawRequest',
  effect: 'change',
  activity: 'request.withdrawn',
  access: 'account',
  about: '撤回本人待处理的申请。',
  input: z.strictObject({ request_id: id }),
  success: '已撤回',
  codes: [-47042, -48010],
})

const ofPerson = accessRequest.schema.extend(
  employee.schema.pick({ employee_id: true, name: true, dept_path: true }).shape,
)

export const getRequestList = call({
  path: '/v1/company/getRequestList',
  effect: 'read',
  access: 'manager',
  about: '员工的申请，最新的在前；open 为待处理的条数。',
  input: z.strictObject({
    state: z.enum(requestStates, { error: '状态不正确' }).optional(),
    request_id: id.optional(),
    ...paging,
  }),
  output: listOf(ofPerson).extend({ open: z.int() }),
})

export const openRequestLink = call({
  path: '/v1/company/openRequestLink',
  effect: 'read',
  access: 'manager',
  limits: [{ name: 'request-link', by: 'account', max: 60, seconds: 600 }],
  about:
    '群消息里的链接所指的一项申请。链接三天内有效，本身不决定任何事：由登录的管理员以 approveRequest 或 refuseRequest 决定，只有一次；之后再打开，说明由谁、怎样处理的。',
  input: z.strictObject({ link: line('链接', 300) }),
  output: z.object({ request: ofPerson }),
  codes: [-59706, -59707, -59708, -59709],
})

export const approveRequest = call({
  path: '/v1/company/approveRequest',
  effect: 'change',
  activity: 'request.approved',
  changesAccess: true,
  undo: true,
  access: 'manager',
  about:
    '同意申请，并在同一个事务里照做：line 把本人加进 group_id 的专线组（可带期限与时段）；days 分配天数，不带 days 则为所申请的；device 审核通过，需要管理员验证码。只能决定一次。',
  input: z.strictObject({
    request_id: id,
    group_id: id.optional(),
    until: grantTimes.fields.until.set.optional(),
    hours: grantTimes.fields.hours.set.optional(),
    days: personDays.optional(),
    captcha: captcha.optional(),
  }),
  output: z.object(undoFields),
  success: '已同意',
  codes: [
    ...new Set([-47042 as const, ...setVplGroupMembers.codes, ...setCompanyUserService.codes, ...deviceAudit.codes]),
  ],
})

export const refuseRequest = call({
  path: '/v1/company/refuseRequest',
  effect: 'change',
  activity: 'request.refused',
  access: 'manager',
  about: '拒绝申请，并告知本人原因。',
  input: z.strictObject({ request_id: id, reason: line('原因', 200, 2) }),
  success: '已拒绝',
  codes: [-47042],
})
