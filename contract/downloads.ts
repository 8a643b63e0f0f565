import { z } from 'zod'
import { call } from './call.ts'
import { instant } from './fields.ts'
import { channelId, clientTypes } from './rules.ts'

export const clientType = z.union(
  [z.literal(clientTypes.windows), z.literal(clientTypes.android), z.literal(clientTypes.mac)],
  { error: '客户端类型不正确' },
)

export const getVersion = call({
  path: '/v1/app/getVersion',
  access: 'public',
  about: '某系统最新安装包；没有时 data 各项为空。',
  input: z.strictObject({ channel_id: z.literal(channelId, { error: '渠道编号不正确' }), client_type: clientType }),
  output: z.object({
    /** Where to download; empty when nothing is published. */
    oss_url: z.string(),
    version: z.string(),
    /** Bytes. */
    size: z.int().nullable(),
    sha256: z.string(),
    notes: z.string(),
    force_update: z.boolean(),
    published_at: instant.nullable(),
  }),
})
