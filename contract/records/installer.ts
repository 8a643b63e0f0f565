import { z } from 'zod'
import { id, instant, line } from '../fields.ts'
import { installerStates, versionPattern } from '../installer-names.ts'
import { clientTypes } from '../rules.ts'
import { installerFields } from './installer-fields.ts'
import { record } from './record.ts'

export const clientType = z.union(
  [z.literal(clientTypes.windows), z.literal(clientTypes.android), z.literal(clientTypes.mac)],
  { error: '客户端类型不正确' },
)

const version = line(installerFields.version.label, installerFields.version.max).regex(
  versionPattern,
  '版本号写作 12.0.1',
)

const { url } = installerFields

/** The address is stored as a header can carry it: Chinese characters of a file name are encoded. */
const address = line(url.label, url.max).pipe(
  z
    .url({ protocol: /^https$/, normalize: true, error: '应为 https:// 开头的网址' })
    .max(url.max, `${url.label}过长`)
    .refine(value => !/^https:\/\/[^/?#]*@/.test(value), '网址里不能有账号与密码'),
)

const { label, max } = installerFields.notes
const notes = z
  .string({ error: `请输入${label}` })
  .trim()
  .max(max, `${label}最多${max}个字`)
  .refine(value => value.isWellFormed() && !value.includes('\u0000'), `${label}含有无法识别的字符`)

/** Form fields arrive as text, so `upload` converts them. `address` is for a file hosted elsewhere. */
export const installer = record({
  installer_id: { answer: id },
  client_type: {
    answer: clientType,
    upload: z.enum(['1', '2', '4'], { error: '客户端类型不正确' }).transform(value => Number(value) as 1 | 2 | 4),
    address: clientType,
  },
  version: { answer: z.string(), upload: version, address: version },
  state: { answer: z.enum(installerStates) },
  /** Empty when the file is hosted elsewhere. */
  file_name: { answer: z.string() },
  url: { answer: z.string(), address },
  notes: { answer: z.string(), upload: notes, address: notes, change: notes.optional() },
  force_update: {
    answer: z.boolean(),
    upload: z.enum(['true', 'false'], { error: '须为 true 或 false' }).transform(value => value === 'true'),
    address: z.boolean({ error: '强制更新须为 true 或 false' }),
    change: z.boolean({ error: '强制更新须为 true 或 false' }).optional(),
  },
  /** Bytes. */
  size: {
    answer: z.int(),
    upload: z
      .string({ error: '缺少文件大小' })
      .regex(/^[1-9]\d{0,14}$/, '文件大小不正确')
      .transform(Number),
    address: z.int({ error: '文件大小须为整数' }).min(1, '文件大小至少 1 字节'),
  },
  /**
   * The hash in hex. If the operator gives one, an uploaded file must match it. A file hosted elsewhere is never read here, so its
   * hash is the operator's statement, which clients check.
   */
  sha256: {
    answer: z.string(),
    upload: z
      .string()
      .trim()
      .toLowerCase()
      .regex(/^([0-9a-f]{64})?$/, 'SHA-256 为 64 位十六进制数字')
      .default(''),
    address: z
      .string({ error: '请输入 SHA-256' })
      .trim()
      .toLowerCase()
      .regex(/^[0-9a-f]{64}$/, 'SHA-256 为 64 位十六进制数字'),
  },
  published_at: { answer: instant },
  withdrawn_at: { answer: instant.nullable() },
})
