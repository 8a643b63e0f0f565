import { z } from 'zod'
import { call } from './call.ts'
import { id } from './fields.ts'

/** The purpose of a file determines its types, its size and who may read it. */
export const uploadPurposes = ['licence', 'voucher', 'ticket'] as const
export const uploadMegabytes = { licence: 8, voucher: 8, ticket: 8 } as const satisfies Record<
  (typeof uploadPurposes)[number],
  number
>

export const uploadFile = call({
  path: '/v1/upload/uploadFile',
  effect: 'change',
  idempotency: 'prepared',
  access: 'account',
  about: '上传一个文件（multipart：sid、purpose、file，file 在最后）。类型按内容识别，图片会重新编码。',
  input: z.strictObject({ purpose: z.enum(uploadPurposes, { error: '文件用途不正确' }) }),
  output: z.object({
    file_id: id,
    content_type: z.string(),
    /** The size in bytes as stored. */
    size: z.int(),
    /** The address is signed and valid for ten minutes. */
    url: z.string(),
  }),
  codes: [-45001, -45002, -45003, -45004],
  multipart: true,
})
