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

const { label, max } = installerFields.notes
const notes = z
  .string({ error: `请输入${label}` })
  .trim()
  .max(max, `${label}最多${max}个字`)
  .refine(value => value.isWellFormed() && !value.includes('\u0000'), `${label}含有无法识别的字符`)

/** The fields of a form arrive as text, so `upload` turns them into what they mean. */
export const installer = record({
  installer_id: { answer: id },
  client_type: {
    answer: clientType,
    upload: z.enum(['1', '2', '4'], { error: '客户端类型不正确' }).transform(value => Number(value) as 1 | 2 | 4),
  },
  version: {
    answer: z.string(),
    upload: line(installerFields.version.label, installerFields.version.max).regex(versionPattern, '版本号写作 12.0.1'),
  },
  state: { answer: z.enum(installerStates) },
  /** Is empty when the file lies elsewhere. */
  file_name: { answer: z.string() },
  /** The address of the download. */
  url: { answer: z.string() },
  notes: { answer: z.string(), upload: notes, change: notes.optional() },
  force_update: {
    answer: z.boolean(),
    upload: z.enum(['true', 'false'], { error: '须为 true 或 false' }).transform(value => value === 'true'),
    change: z.boolean({ error: '强制更新须为 true 或 false' }).optional(),
  },
  /** Bytes. */
  size: {
    answer: z.int(),
    upload: z
      .string({ error: '缺少文件大小' })
      .regex(/^[1-9]\d{0,14}$/, '文件大小不正确')
      .transform(Number),
  },
  /** The hash is in hex. If the operator knows it from elsewhere, what comes must match it. */
  sha256: {
    answer: z.string(),
    upload: z
      .string()
      .trim()
      .toLowerCase()
      .regex(/^([0-9a-f]{64})?$/, 'SHA-256 为 64 位十六进制数字')
      .default(''),
  },
  published_at: { answer: instant },
  withdrawn_at: { answer: instant.nullable() },
})
