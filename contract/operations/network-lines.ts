import { z } from 'zod'
import { id, listOf, paging, requestKey, line as text } from '../fields.ts'
import { lineStates } from '../line-names.ts'
import { address } from '../records/address.ts'
import { line, lineLog } from '../records/line.ts'
import { maxExtendedDays, movedAddressStates } from './network-names.ts'
import { operation } from './operation.ts'

const reason = text('原因', 200)
const operatedLine = line.schema
  .pick({
    name: true,
    state: true,
    suspend_reason: true,
    region_id: true,
    country: true,
    city: true,
    access_way_id: true,
    access_way: true,
    bandwidth: true,
    address: true,
    starts_at: true,
    ends_at: true,
  })
  .extend({
    line_id: id,
    company_id: id,
    company: z.string(),
    company_state: z.enum(['trial', 'active', 'frozen']),
    address_id: id.nullable(),
    /** A refund has suspended it, whose decision ends or resumes it. */
    refunding: z.boolean(),
  })

const getOperatedLines = operation({
  path: '/network/getOperatedLines',
  effect: 'read',
  access: ['network', 'support'],
  about: '各企业的专线，最新的在前；不带状态时不含已释放的。关键词是专线名称、地址或企业名称。',
  input: z.strictObject({
    state: z.enum(lineStates, { error: '状态不正确' }).optional(),
    region_id: id.optional(),
    access_way_id: id.optional(),
    company_id: id.optional(),
    keyword: text('关键词', 80).optional(),
    ...paging,
  }),
  output: listOf(operatedLine).extend({ more: z.boolean() }),
})

const which = { company_id: id, line_id: id }

const getOperatedLine = operation({
  path: '/network/getOperatedLine',
  effect: 'read',
  access: ['network', 'support'],
  about: '一条专线，含有权使用的人数与所属组数。',
  input: z.strictObject(which),
  output: operatedLine.extend({
    ...line.schema.pick({
      remark: true,
      gateway: true,
      bound_at: true,
      created_at: true,
      grace_ends_at: true,
      auto_renew: true,
      rebinds_left: true,
      people: true,
      order_number: true,
    }).shape,
    groups: z.int(),
  }),
  codes: [-52001],
})

const getOperatedLineLog = operation({
  path: '/network/getOperatedLineLog',
  effect: 'read',
  access: ['network', 'support'],
  about: '一条专线的记录，最新的在前，与企业看到的相同。',
  input: z.strictObject({ ...which, ...paging }),
  output: listOf(lineLog.schema),
})

const suspendOperatedLine = operation({
  path: '/network/suspendOperatedLine',
  effect: 'change',
  access: ['network'],
  audited: true,
  about: '暂停专线：谁都不能使用，企业会看到原因；时间照走，地址保留。',
  input: z.strictObject({ line_id: id, reason }),
  success: '专线已暂停',
  codes: [-53020],
})

const resumeOperatedLine = operation({
  path: '/network/resumeOperatedLine',
  effect: 'change',
  access: ['network'],
  audited: true,
  about: '恢复暂停的专线。',
  input: z.strictObject({ line_id: id }),
  success: '专线已恢复',
  codes: [-53020],
})

const getMoveTargets = operation({
  path: '/network/getMoveTargets',
  effect: 'read',
  access: ['network'],
  about: '一条专线可以更换到的空闲地址：同一地区与接入方式，且尚未承诺给别人。',
  input: z.strictObject({ ...which, keyword: text('关键词', 80).optional(), ...paging }),
  output: listOf(address.schema.pick({ address_id: true, address: true, gateway: true })).extend({ more: z.boolean() }),
  codes: [-52001],
})

const moveLine = operation({
  path: '/network/moveLine',
  effect: 'change',
  access: ['network'],
  audited: true,
  about:
    '为专线换一个地址，原地址停用或冷却；通知企业管理员，客户端立即得到新地址，不计入企业每月的更换次数。写明 from_address_id 时，专线现在的地址已不是它就拒绝。',
  input: z.strictObject({
    ...which,
    from_address_id: id.optional(),
    address_id: id,
    old_address: z.enum(movedAddressStates, { error: '请选择原地址的去处' }),
    reason,
  }),
  output: z.object({ from: z.string(), to: z.string() }),
  codes: [-52002, -53020],
})

const extendLine = operation({
  path: '/network/extendLine',
  effect: 'change',
  access: ['network'],
  audited: true,
  approval: { kind: 'extension', value: 'days' },
  about: '把专线的到期时间延后若干天；已过期的从现在算起。同一 request_key 只延后一次。',
  input: z.strictObject({
    ...which,
    days: z.int({ error: '请输入天数' }).min(1, '至少1天').max(maxExtendedDays, `一次最多${maxExtendedDays}天`),
    reason,
    request_key: requestKey,
  }),
  output: line.schema.pick({ ends_at: true }),
  codes: [-53012, -53013, -53017, -53020],
})

export const networkLines = {
  getOperatedLines,
  getOperatedLine,
  getOperatedLineLog,
  suspendOperatedLine,
  resumeOperatedLine,
  getMoveTargets,
  moveLine,
  extendLine,
}
