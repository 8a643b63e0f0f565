import { z } from 'zod'
import { platforms } from '../devices.ts'
import { id, instant, listOf, paging } from '../fields.ts'
import { operation } from './operation.ts'

const getOnlineDevices = operation({
  path: '/devices/getOnlineDevices',
  access: ['support'],
  about: '全部企业中最近三分钟内有上报的设备，最近上报的在前。',
  input: z.strictObject({ platform: z.enum(platforms, { error: '平台不正确' }).optional(), ...paging }),
  output: listOf(
    z.object({
      device_id: id,
      name: z.string(),
      platform: z.enum(platforms),
      client_version: z.string(),
      company_id: id,
      company_name: z.string(),
      account_id: id,
      employee_name: z.string(),
      last_ip: z.string().nullable(),
      last_seen_at: instant,
    }),
  ).extend({ more: z.boolean() }),
})

export const devices = { getOnlineDevices }
