import { z } from 'zod'
import { call } from './call.ts'
import { instant } from './fields.ts'
import { clientType, installer } from './records/installer.ts'
import { channelId } from './rules.ts'

export const getVersion = call({
  path: '/v1/app/getVersion',
  effect: 'read',
  access: 'public',
  about: '某系统最新安装包；没有时 data 各项为空。',
  input: z.strictObject({ channel_id: z.literal(channelId, { error: '渠道编号不正确' }), client_type: clientType }),
  output: installer.schema.pick({ version: true, sha256: true, notes: true, force_update: true }).extend({
    /** The address of the download; empty when nothing is published. */
    oss_url: z.string(),
    /** Bytes. */
    size: z.int().nullable(),
    published_at: instant.nullable(),
  }),
})
