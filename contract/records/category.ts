import { z } from 'zod'
import { id, line } from '../fields.ts'
import { categoryFields } from './catalogue-fields.ts'
import { about, code, sort } from './catalogue-inputs.ts'
import { record } from './record.ts'

/** `set` holds what adding or changing a category takes; its code and parent never change. */
export const category = record({
  category_id: { answer: id },
  /** Null means the top level. */
  parent_id: { answer: id.nullable(), set: id.optional() },
  code: { answer: z.string(), set: code },
  name: { answer: z.string(), set: line(categoryFields.name.label, categoryFields.name.max) },
  about: { answer: z.string(), set: about },
  sort: { answer: z.int(), set: sort },
  archived: { answer: z.boolean(), archive: z.boolean() },
})
export type Category = z.output<typeof category.schema>
