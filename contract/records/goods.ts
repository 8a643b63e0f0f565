import { z } from 'zod'
import { id, line } from '../fields.ts'
import { goodsFields } from './catalogue-fields.ts'
import { about, code, sort } from './catalogue-inputs.ts'
import { record } from './record.ts'

/** `set` holds what adding or changing goods takes; their code and category never change. */
export const goods = record({
  goods_id: { answer: id },
  category_id: { answer: id, set: id },
  code: { answer: z.string(), set: code },
  name: { answer: z.string(), set: line(goodsFields.name.label, goodsFields.name.max) },
  about: { answer: z.string(), set: about },
  sort: { answer: z.int(), set: sort },
  published: { answer: z.boolean(), publish: z.boolean() },
})
export type Goods = z.output<typeof goods.schema>
