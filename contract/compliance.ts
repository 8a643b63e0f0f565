import { z } from 'zod'
import { call } from './call.ts'
import { id, instant } from './fields.ts'

const pack = z.object({
  pack_id: id,
  state: z.enum(['waiting', 'ready', 'failed']),
  actor_name: z.string(),
  created_at: instant,
  ready_at: instant.nullable(),
  size: z.int().nullable(),
  sha256: z.string().nullable(),
  /** False once the file was deleted, a day after it was made; the entry remains. */
  available: z.boolean(),
})

export const getCompliancePacks = call({
  path: '/v1/company/getCompliancePacks',
  effect: 'read',
  access: 'manager',
  about: '最近生成过的合规包：谁在何时生成，完成了没有，是否还能下载。',
  output: z.object({ list: z.array(pack) }),
})

export const requestCompliancePack = call({
  path: '/v1/company/requestCompliancePack',
  effect: 'change',
  activity: 'company.pack_requested',
  proof: 'fresh',
  limits: [{ name: 'compliance-pack', by: 'company', max: 10, seconds: 86_400 }],
  access: 'manager',
  about:
    '在后台生成合规包（ZIP）：企业与人员的认证、同意与订单、设备、授权、操作记录、各地址的护照，附有每个文件散列的清单与门户的签名。',
  output: z.object({ pack_id: id }),
  success: '正在生成，完成后可以下载',
  codes: [-58001, 429],
})

export const openCompliancePack = call({
  path: '/v1/company/openCompliancePack',
  effect: 'change',
  activity: 'company.pack_opened',
  proof: 'fresh',
  access: 'manager',
  about: '下载生成好的合规包；地址十分钟内有效，每次下载都写进操作记录。',
  input: z.strictObject({ pack_id: id }),
  output: z.object({ url: z.string(), file_name: z.string() }),
  success: '',
  codes: [-58002],
})
