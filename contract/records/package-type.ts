import { z } from 'zod'
import { id } from '../fields.ts'
import { packageDays } from './catalogue-fields.ts'
import { percentOff, sort } from './catalogue-inputs.ts'
import { record } from './record.ts'

/** Its discount is changed by a request that a second operator confirms. */
export const packageType = record({
  package_type_id: { answer: id },
  category_id: { answer: id, add: id },
  days: {
    answer: z.int(),
    add: z.int({ error: '天数须为整数' }).min(1, '至少1天').max(packageDays.max, `最多${packageDays.max}天`),
  },
  discount_percent: { answer: z.int(), add: percentOff, request: percentOff },
  sort: { answer: z.int(), add: sort, change: sort },
  published: { answer: z.boolean() },
})
export type PackageType = z.output<typeof packageType.schema>
