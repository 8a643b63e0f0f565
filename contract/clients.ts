import { z } from 'zod'
import { call } from './call.ts'
import { shopPlatforms } from './connection-names.ts'
import { id, instant, listOf } from './fields.ts'
import { device } from './records/device.ts'

/**
 * Why a device may not use the service now: the first reason that applies, or `ok`. They are checked in this order, in which the
 * reasons that bar the person from everything come before those that concern one device.
 */
export const serviceReasons = [
  'ok',
  'employee_disabled',
  'no_hours',
  'device_pending',
  'device_rejected',
  'device_suspended',
  'over_device_limit',
  'company_frozen',
] as const

/** The challenge needs no session, because it is signed for the login that follows. */
export const getDeviceChallenge = call({
  path: '/v1/client/getDeviceChallenge',
  effect: 'read',
  limits: [{ name: 'device-challenge', by: 'address', max: 600, seconds: 600 }],
  access: 'public',
  about: '客户端登录前取得一次性的随机串，60 秒内有效；用设备密钥签名后随 wLogin 的 device 发送。',
  output: z.object({ challenge: z.string(), seconds: z.int() }),
  codes: [429],
})

export const reportDevice = call({
  path: '/v1/client/reportDevice',
  effect: 'change',
  activity: 'device.registered',
  // A refused report leaves a dispute behind, so it must not be rolled back as a whole.
  idempotency: 'outside',
  client: true,
  access: 'account',
  about: '客户端登记或刷新所在设备；答复它能否使用服务、不能时的原因。首次登记的设备等待审核。',
  input: z.strictObject(device.input('report')),
  output: z.object({
    device_id: id,
    usable: z.boolean(),
    reason: z.enum(serviceReasons),
    message: z.string(),
    service_ends_at: instant.nullable(),
    /** True when a newer client must be installed before the service can be used. */
    force_update: z.boolean(),
  }),
  codes: [-48001, -48010, -48011, -48012, -48013, -48014, -48015, -48016],
})

export const getUsableLines = call({
  path: '/v1/client/getUsableLines',
  effect: 'read',
  client: true,
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
    /** Changes whenever the answer changes; `waitForChange` takes it. */
    version: z.string(),
  }),
  codes: [-48001, -48010, -48014, -48015, -48016, -48018, -48019],
})

/**
 * Only devices whose answer differs are notified. The comparison is computed once for all waiting devices of a company, which costs
 * less than each of them calling `getUsableLines` again. After an interruption a device may be notified of a change that has been
 * reversed since.
 */
export const waitForChange = call({
  path: '/v1/client/waitForChange',
  effect: 'read',
  waits: true,
  client: true,
  access: 'account',
  about:
    '等待可用专线变化：与 version 不同时立即答复，否则至多等待约 50 秒；变化后两秒内答复。每台设备保持一个：同一台设备已有四个（同一个人 120 个）在等时，多出的得到 429。',
  input: z.strictObject({
    device_id: id,
    version: z.string({ error: '请提供版本' }).regex(/^[\w-]{0,64}$/, '版本格式不正确'),
  }),
  output: z.object({ changed: z.boolean() }),
  codes: [-48001, -48010, -48014, -48015, -48016, -48018, -48019, 429],
})

/** An employee's own view of the service: lines, devices and service time. */
export const getMyService = call({
  path: '/v1/client/getMyService',
  effect: 'read',
  access: 'account',
  about: '本人的企业、时长、设备、此刻可用的专线与可联系的管理员（不含本人）；不属于任何企业时 company 为 null。',
  output: z.object({
    company: z
      .object({ name: z.string(), managers: z.array(z.object({ name: z.string(), phone: z.string() })) })
      .nullable(),
    dept_path: z.string().nullable(),
    service_ends_at: instant.nullable(),
    remain_days: z.int(),
    device_limit: z.int(),
    devices: z.array(
      device.schema
        .pick({
          device_id: true,
          name: true,
          platform: true,
          client_version: true,
          audit_state: true,
          auth_state: true,
          last_seen_at: true,
        })
        .extend({ reason: z.enum(serviceReasons), message: z.string() }),
    ),
    /** The lines that a serviced person's device may use now; only the first of them are listed. */
    lines: z.array(
      z.object({
        svp_id: id,
        name: z.string(),
        region: z.string(),
        address: z.string(),
        /** The shops and accounts that the company opens from the line's address. */
        shops: z.array(z.object({ platform: z.enum(shopPlatforms), name: z.string() })),
      }),
    ),
    line_count: z.int(),
    /** The day from which the client has no lines unless the person agrees to the transfer of data abroad; null once agreed. */
    consent_due: z.iso.date().nullable(),
  }),
})
