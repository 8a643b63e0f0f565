import { z } from 'zod'
import { call } from './call.ts'
import { platforms } from './devices.ts'
import { id, instant, line, listOf } from './fields.ts'

/** Why a device may not use the service now; the first that applies. `ok` when it may. */
export const serviceReasons = [
  'ok',
  'company_frozen',
  'employee_disabled',
  'device_pending',
  'device_rejected',
  'device_suspended',
  'no_hours',
  'over_device_limit',
] as const

export const reportDevice = call({
  path: '/v1/client/reportDevice',
  access: 'account',
  about: '客户端登记或刷新所在设备；答复它能否使用服务、不能时的原因。首次登记的设备等待审核。',
  input: z.strictObject({
    /** Stable for an installation, made by the client; unique within the company. */
    fingerprint: z
      .string({ error: '请提供设备指纹' })
      .regex(/^[\w.:-]{8,128}$/, '设备指纹为8-128位字母、数字与 . _ : -'),
    name: line('设备名称', 60),
    platform: z.enum(platforms, { error: '平台不正确' }),
    os_version: line('系统版本', 60),
    client_version: z
      .string({ error: '请提供客户端版本' })
      .regex(/^\d{1,6}(?:\.\d{1,6}){1,3}$/, '客户端版本写作 12.0.1'),
  }),
  output: z.object({
    device_id: id,
    usable: z.boolean(),
    reason: z.enum(serviceReasons),
    message: z.string(),
    service_ends_at: instant.nullable(),
    /** A newer client must be installed before the service can be used. */
    force_update: z.boolean(),
  }),
  codes: [-48010, -48011, -48012, -48013],
})

export const getUsableLines = call({
  path: '/v1/client/getUsableLines',
  access: 'account',
  about: '已登记设备此刻可以使用的专线；不可用时 list 为空并说明原因。',
  input: z.strictObject({ device_id: id }),
  output: listOf(
    z.object({
      svp_id: id,
      name: z.string(),
      region: z.string(),
      access_way: z.string(),
      address: z.string(),
      gateway: z.string(),
    }),
  ).extend({
    usable: z.boolean(),
    reason: z.enum(serviceReasons),
    message: z.string(),
    /** Changes with the answer; `waitForChange` takes it. */
    version: z.string(),
  }),
  codes: [-48001, -48010],
})

/**
 * Only those are told whose answer differs: reckoned once for all of a company’s that wait, which costs less than another
 * `getUsableLines` of each would. After an interruption somebody may be told of what has changed back since.
 */
export const waitForChange = call({
  path: '/v1/client/waitForChange',
  access: 'account',
  about: '等待可用专线变化：与 version 不同时立即答复，否则至多等待约 50 秒；变化后两秒内答复。每台设备保持一个。',
  input: z.strictObject({
    device_id: id,
    version: z.string({ error: '请提供版本' }).regex(/^[\w-]{0,64}$/, '版本格式不正确'),
  }),
  output: z.object({ changed: z.boolean() }),
  codes: [-48001, -48010],
})

/** What an employee sees of the own work life. */
export const getMyService = call({
  path: '/v1/client/getMyService',
  access: 'account',
  about: '本人的企业、时长、设备、此刻可用的专线与可联系的管理员；不属于任何企业时 company 为 null。',
  input: z.strictObject({}),
  output: z.object({
    company: z
      .object({ name: z.string(), managers: z.array(z.object({ name: z.string(), phone: z.string() })) })
      .nullable(),
    dept_path: z.string().nullable(),
    service_ends_at: instant.nullable(),
    remain_days: z.int(),
    device_limit: z.int(),
    devices: z.array(
      z.object({
        device_id: id,
        name: z.string(),
        platform: z.enum(platforms),
        client_version: z.string(),
        audit_state: z.string(),
        auth_state: z.string(),
        reason: z.enum(serviceReasons),
        message: z.string(),
        last_seen_at: instant.nullable(),
      }),
    ),
    /** Lines that a device of the person in service may use now; the first of them. */
    lines: z.array(z.object({ svp_id: id, name: z.string(), region: z.string(), address: z.string() })),
    line_count: z.int(),
  }),
})
