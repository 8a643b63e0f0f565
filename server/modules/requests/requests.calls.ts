import type { ParsedOf } from '#contract/index.ts'
import { orRefuse, Refusal } from '#server/core/refusal.ts'
import { daysAfter } from '#server/core/service-time.ts'
import { asCompany } from '#server/database/as-company.ts'
import { pageOf } from '#server/database/listed.ts'
import { together } from '#server/database/together.ts'
import { recordActivity } from '#server/engines/activity/activity.ts'
import { loggedAs } from '#server/engines/activity/context.ts'
import type { ManagerContext, SomeHandlers } from '#server/engines/context.ts'
import { settleNotices } from '#server/engines/notices/notices.ts'
import { requireWorkplace } from '#server/modules/clients/workplace.ts'
import { devicesCalls } from '#server/modules/devices/devices.calls.ts'
import { grantTo } from '#server/modules/lines/granting.ts'
import { hoursCalls } from '#server/modules/people/hours/hours.calls.ts'
import { lockEmployees } from '#server/modules/people/people.ts'
import { readRequestLink } from './link.ts'
import { countRequests, listOwnRequests, listRequests } from './list.sql.ts'
import {
  countAlike,
  countDevice,
  countPendingDevice,
  type Decided,
  decide,
  insertRequest,
  lockRequester,
  noteAct,
} from './requests.sql.ts'
import { notifyManagers, notifyOfDecision, subjectOf, wordsOf } from './requests.ts'

export const requestsCalls = {
  async requestAccess(context, input) {
    const { system, services } = context
    checkRequest(input)
    const { workplace } = await requireWorkplace(context)
    const { company_id: companyId, employee_id: employeeId, employee_name: name } = workplace
    const words = wordsOf({ kind: input.kind, days: input.days ?? null })
    const request = await asCompany(system, companyId, async company => {
      // Guard: two concurrent requests of one person would both find room below the limit.
      if (!(await lockRequester(company, companyId, employeeId))) throw new Refusal(-48012)
      const { device_id } = input
      if (device_id && !(await countPendingDevice(company, companyId, employeeId, device_id))) throw new Refusal(-48001)
      if (await countAlike(company, companyId, employeeId, input)) throw new Refusal(-47041)
      const expiresAt = daysAfter(Date.now(), services.config.accessRequestDays)
      const added = orRefuse(await insertRequest(company, { companyId, employeeId, expiresAt }, input), -47040)
      const detail = `${words}：${input.note}`
      await recordActivity(company, companyId, [{ action: 'request.made', id: employeeId, name, detail }])
      const [request] = await listOwnRequests(company, companyId, employeeId, added.id)
      if (!request) throw new Error('the request was inserted')
      return request
    })
    const { request_id: requestId, note } = request
    await notifyManagers(system, services, companyId, { requestId, name, words, note })
    return request
  },

  async getMyRequests(context) {
    const { workplace, company } = await requireWorkplace(context).catch(notEmployed)
    if (!workplace) return { list: [] }
    return { list: await listOwnRequests(company, workplace.company_id, workplace.employee_id) }
  },

  async withdrawRequest(context, { request_id }) {
    const { workplace } = await requireWorkplace(context)
    const { company_id: companyId, employee_id: employeeId, employee_name: name } = workplace
    await asCompany(context.system, companyId, async company => {
      const decision = { state: 'withdrawn', by: null, reason: '', employeeId } as const
      const withdrawn = orRefuse(await decide(company, companyId, request_id, decision), -47042)
      const entry = { action: 'request.withdrawn', id: employeeId, name, detail: wordsOf(withdrawn) } as const
      // A disabled person, whose session belongs to no company, may still withdraw.
      await loggedAs(name, () => recordActivity(company, companyId, [entry]))
    })
    await settleNotices(context.system, companyId, [subjectOf(request_id)])
  },

  async getRequestList({ company, membership: { companyId } }, { page, page_size, ...filter }) {
    const [list, total, open] = await together(company, database => [
      listRequests(database, companyId, filter, pageOf({ page, page_size })),
      countRequests(database, companyId, filter),
      countRequests(database, companyId, { state: 'open' }),
    ])
    return { list, total, open }
  },

  async openRequestLink({ company, services, membership: { companyId } }, { link }) {
    const named = readRequestLink(services.config, link)
    if (named === 'forged') throw new Refusal(-59706)
    if (named === 'expired') throw new Refusal(-59707)
    // The signature vouches that the link was made for this company.
    if (named.companyId !== companyId) throw new Refusal(-59708)
    const one = { page: 1, page_size: 1 }
    const [request] = await listRequests(company, companyId, { request_id: named.requestId }, pageOf(one))
    if (!request) throw new Refusal(-59709)
    return { request }
  },

  approveRequest: (context, input) =>
    decideRequest(context, input.request_id, { state: 'approved', reason: '', days: input.days }, async request => {
      const { activity_id } = await carryOut(context, request, input)
      const { companyId } = context.membership
      if (activity_id) await noteAct(context.company, companyId, request.request_id, activity_id)
      return { outcome: '已同意', text: '管理员已同意。', answer: activity_id ? { activity_id } : {} }
    }),

  refuseRequest: (context, { request_id, reason }) =>
    decideRequest(context, request_id, { state: 'refused', reason }, () =>
      Promise.resolve({ outcome: '未通过', text: reason, answer: {} }),
    ),
} satisfies SomeHandlers

/** A decision is carried out in the same transaction; if that is refused, nothing has been decided. */
async function decideRequest<Answer>(
  { system, company, services, membership }: ManagerContext,
  requestId: string,
  { state, reason, days }: { state: 'approved' | 'refused'; reason: string; days?: number | undefined },
  work: (request: Decided) => Promise<{ outcome: string; text: string; answer: Answer }>,
) {
  const { companyId } = membership
  const by = membership.name
  const request = orRefuse(await decide(company, companyId, requestId, { state, by, reason, days }), -47042)
  const detail = `${wordsOf(request)}${reason && `：${reason}`}`
  const entry = { id: request.employee_id, name: request.employee_name, detail }
  await recordActivity(company, companyId, [{ action: `request.${state}`, ...entry }])
  const { answer, ...decision } = await work(request)
  await notifyOfDecision(system, services, companyId, request, { by, ...decision })
  return answer
}

/** Approving is the ordinary act of a manager, with all its checks, records and notices. */
async function carryOut(
  context: ManagerContext,
  request: Decided,
  input: ParsedOf<'approveRequest'>,
): Promise<{ activity_id?: string | undefined }> {
  const { kind, employee_id: employeeId } = request
  if (kind === 'line') {
    if (!input.group_id) throw new Refusal(-41003, 'group_id', '请选择专线组')
    const times = { until: input.until ?? null, hours: input.hours ?? null }
    return grantTo(context, { groupId: input.group_id, employeeId, times })
  } else if (kind === 'days') {
    const days = input.days ?? request.days ?? undefined
    const assigned = await hoursCalls.setCompanyUserService(context, {
      employee_ids: [employeeId],
      days,
      preview: false,
    })
    return 'activity_id' in assigned ? { activity_id: assigned.activity_id } : {}
  } else {
    // The device was removed since.
    if (!request.device_id) throw new Refusal(-48001)
    const { companyId } = context.membership
    // Guard: a device is handed over under its holder's lock. One that is a colleague's by then would be approved for them, outside
    // of the plan and of the departments that the manager may reach.
    await lockEmployees(context.company, companyId, [employeeId])
    if (!(await countDevice(context.company, companyId, employeeId, request.device_id))) throw new Refusal(-48001)
    return devicesCalls.deviceAudit(context, {
      device_ids: [request.device_id],
      audit_state: 'approved',
      note: '',
      captcha: input.captcha ?? '',
    })
  }
}

function checkRequest({ kind, days, device_id }: ParsedOf<'requestAccess'>): void {
  if ((kind === 'days') !== (days !== undefined))
    throw new Refusal(-41003, 'days', kind === 'days' ? '请填写天数' : '只有增加时长才填写天数')
  if ((kind === 'device') !== (device_id !== undefined))
    throw new Refusal(-41003, 'device_id', kind === 'device' ? '请选择设备' : '只有审核设备才选择设备')
}

/** A person without a company has requested nothing. */
function notEmployed(error: unknown): { workplace: undefined; company: undefined } {
  if (error instanceof Refusal && error.code === -48010) return { workplace: undefined, company: undefined }
  throw error
}
