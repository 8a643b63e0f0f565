import { z } from 'zod'
import { id } from '../fields.ts'
import { fen } from './catalogue-inputs.ts'
import { record } from './record.ts'

/** Its prices are changed by a request that a second operator confirms. */
export const sku = record({
  sku_id: { answer: id },
  goods_id: { answer: id, add: id },
  goods_name: { answer: z.string() },
  region_id: { answer: id.nullable() },
  region_name: { answer: z.string().nullable() },
  access_way_id: { answer: id.nullable() },
  access_way_name: { answer: z.string().nullable() },
  /** Mbit/s. */
  bandwidth: { answer: z.int().nullable() },
  /** Fen per unit for 30 days. */
  price: { answer: z.int(), add: fen('价格'), request: fen('价格') },
  list_price: { answer: z.int(), add: fen('划线价'), request: fen('划线价') },
  published: { answer: z.boolean() },
  /** Lines that can be ordered now; null without stock keeping. Lines of the same region and access way share their stock. */
  stock: { answer: z.int().nullable() },
})
