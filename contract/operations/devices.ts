import { z } from 'zod'
import { platforms } from '../device-names.ts'
import { id, instant, line, listOf, paging } from '../fields.ts'
import { device } from '../records/device.ts'
import { operation } from './operation.ts'

const getOnlineDevices = operation({
  path: '/devices/getOnlineDevices',
  effect: 'read',
  access: ['support'],
  about: '全部企业中最近三分钟内有上报的设备，最近上报的在前。',
  input: z.strictObject({ platform: z.enum(platforms, { error: '平台不正确' }).optional(), ...paging }),
  output: listOf(
    device.schema
      .pick({ device_id: true, name: true, platform: true, client_version: true, employee_name: true, last_ip: true })
      .extend({ company_id: id, company_name: z.string(), account_id: id, last_seen_at: instant }),
  ).extend({ more: z.boolean() }),
})

const getDeviceMatches = operation({
  path: '/devices/getDeviceMatches',
  effect: 'read',
  access: ['support'],
  about: '全部企业中名称（不分大小写）或指纹（至少 8 位，区分大小写）以关键词开头的设备，至多 8 台，指纹相符的在前。',
  input: z.strictObject({ keyword: line('关键词', 50) }),
  output: z.object({
    list: z.array(
      device.schema
        .pick({ device_id: true, name: true, platform: true, employee_name: true })
        .extend({ company_id: id, company_name: z.string() }),
    ),
  }),
})

export const devices = { getOnlineDevices, getDeviceMatches }
