import { z } from 'zod'
import { text } from '../content-fields.ts'
import { termsKinds, termsStates, termsVersionPattern } from '../content-names.ts'
import { day, id, instant } from '../fields.ts'
import { record } from './record.ts'
import { termsFields } from './terms-fields.ts'

const { version, effective_on, markdown } = termsFields
const kind = z.enum(termsKinds, { error: '协议种类不正确' })
const versionName = z
  .string({ error: `请输入${version.label}` })
  .trim()
  .regex(termsVersionPattern, `${version.label}为 1–${version.max} 位字母、数字或 . _ -，如 2026-12`)
const effectiveOn = day(`请选择${effective_on.label}`)

/** A version of an agreement. `create` makes the draft, `save` changes it. */
export const terms = record({
  terms_id: { answer: id },
  which: { answer: kind, create: kind },
  version: { answer: z.string(), create: versionName, save: versionName },
  /** The day in China from whose beginning it is in force. */
  effective_on: { answer: z.string(), create: effectiveOn, save: effectiveOn },
  state: { answer: z.enum(termsStates) },
  /** The path of the public page; null for drafts and for the template of contracts, which have none. */
  address: { answer: z.string().nullable() },
  markdown: { answer: z.string(), save: text(markdown.label) },
  revision: { answer: z.int() },
  /** The operator who saved the current text, and when. */
  saved_by: { answer: z.string() },
  saved_at: { answer: instant },
  published_at: { answer: instant.nullable() },
})
