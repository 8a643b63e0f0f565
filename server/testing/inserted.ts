import { z } from 'zod'
import { id } from '#contract/fields.ts'

/** The row of `insert … returning id`. */
export const inserted = z.object({ id })
export type Inserted = z.output<typeof inserted>
