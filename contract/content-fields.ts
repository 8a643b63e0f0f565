import { z } from 'zod'
import { longestText, slugPattern } from './content-names.ts'
import { instant, printable } from './fields.ts'
import { articleFields } from './records/article-fields.ts'

/** The limit is PostgreSQL's largest integer. */
export const revisionFrom = (first: number) =>
  z.int({ error: '缺少版本号' }).min(first, '版本号不正确').max(2_147_483_647, '版本号不正确')
export const revision = revisionFrom(1)

/** A multi-line text. */
export const text = (label: string, max = longestText, min = 1) =>
  z
    .string({ error: `请输入${label}` })
    .min(min, `请输入${label}`)
    .max(max, `${label}最多${max}个字`)
    .regex(printable, `${label}含有无法识别的字符`)
    .refine(value => value.isWellFormed(), `${label}含有无法识别的字符`)

const { label, max } = articleFields.slug
export const slug = z
  .string({ error: `请输入${label}` })
  .trim()
  .min(1, `请输入${label}`)
  .max(max, `${label}最多${max}个字符`)
  .regex(slugPattern, `${label}只能用小写字母、数字与单个连字符`)

/** The operator who saved the current revision, and when. */
export const saved = { revision: z.int(), saved_by: z.string(), saved_at: instant }
