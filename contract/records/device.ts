import { z } from 'zod'
import { auditStates, authStates, deviceEvents, platforms } from '../device-names.ts'
import { id, instant, line } from '../fields.ts'
import { deviceFields } from './device-fields.ts'
import { record } from './record.ts'

const text = (name: 'name' | 'os_version' | 'audit_note', min?: number) =>
  line(deviceFields[name].label, deviceFields[name].max, min)

/** `report` holds what the client reports about its device, `audit` and `authorize` what a manager decides. */
export const device = record({
  device_id: { answer: id },
  employee_id: { answer: id },
  employee_name: { answer: z.string() },
  /** Callers limited to departments cannot change the devices of the company's managers. */
  employee_manages: { answer: z.boolean() },
  dept_path: { answer: z.string().nullable() },
  /** Created and kept by the client for each installation, and unique within the company. */
  fingerprint: {
    answer: z.string(),
    report: z.string({ error: '请提供设备指纹' }).regex(/^[\w.:-]{8,128}$/, '设备指纹为8-128位字母、数字与 . _ : -'),
  },
  name: { answer: z.string(), report: text('name') },
  platform: { answer: z.enum(platforms), report: z.enum(platforms, { error: '平台不正确' }) },
  os_version: { answer: z.string(), report: text('os_version') },
  client_version: {
    answer: z.string(),
    report: z.string({ error: '请提供客户端版本' }).regex(/^\d{1,6}(?:\.\d{1,6}){1,3}$/, '客户端版本写作 12.0.1'),
  },
  /** True when the client is older than the newest published installer for its platform. */
  outdated: { answer: z.boolean() },
  /** False for clients older than device keys, which stop working on the date that the provider has set. */
  has_key: { answer: z.boolean() },
  last_ip: { answer: z.string().nullable() },
  last_seen_at: { answer: instant.nullable() },
  online: { answer: z.boolean() },
  audit_state: {
    answer: z.enum(auditStates),
    audit: z.enum(['approved', 'rejected'], { error: '审核结果不正确' }),
  },
  auth_state: {
    answer: z.enum(authStates),
    authorize: z.enum(authStates, { error: '授权状态不正确' }),
  },
  /** The field `note` of the calls. */
  audit_note: {
    answer: z.string().nullable(),
    audit: text('audit_note', 0).optional(),
  },
  created_at: { answer: instant },
})
export type Device = z.output<typeof device.schema>

/** An entry in the append-only log of a device. */
export const deviceLog = record({
  action: { answer: z.enum(deviceEvents) },
  actor_name: { answer: z.string() },
  detail: { answer: z.string() },
  ip: { answer: z.string().nullable() },
  created_at: { answer: instant },
})
