import { z } from 'zod'
import { shopFields, shopPlatforms, shopStates } from '../connection-names.ts'
import { id, instant, line as text } from '../fields.ts'
import { record } from './record.ts'

const { name, shop_number, owner_name } = shopFields
const platforms = z.enum(shopPlatforms, { error: '平台不正确' })

/** A shop or account on a platform; `set` holds what setShop takes. */
export const shop = record({
  shop_id: { answer: id },
  platform: { answer: z.enum(shopPlatforms), set: platforms },
  name: { answer: z.string(), set: text(name.label, name.max) },
  shop_number: { answer: z.string(), set: text(shop_number.label, shop_number.max) },
  owner_name: { answer: z.string(), set: text(owner_name.label, owner_name.max, 0).default('') },
  state: { answer: z.enum(shopStates), set: z.enum(shopStates, { error: '状态不正确' }).default('active') },
  /** The line from whose address it should be opened. */
  svp_id: { answer: id.nullable(), set: id.nullable().default(null) },
  line_name: { answer: z.string().nullable() },
  address: { answer: z.string().nullable() },
  /** The last time that any connection was made for it. */
  last_used_at: { answer: instant.nullable() },
  created_at: { answer: instant },
})
