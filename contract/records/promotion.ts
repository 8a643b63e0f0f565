import { z } from 'zod'
import { id, instant, moment, promotionCode } from '../fields.ts'
import { maxPromotionUses } from './channel-fields.ts'
import { record } from './record.ts'

const at = moment('时间格式不正确')

/** A partner's promotion code. `add` holds what only adding one takes, `set` what adding or changing one takes. */
export const promotion = record({
  channel_id: { answer: id, add: id },
  promotion_code: { answer: z.string(), add: promotionCode.optional() },
  starts_at: { answer: instant, set: at },
  ends_at: { answer: instant.nullable(), set: at.nullable() },
  use_limit: {
    answer: z.int().nullable(),
    set: z
      .int({ error: '请输入使用上限' })
      .min(1, '至少1次')
      .max(maxPromotionUses, `最多${maxPromotionUses.toLocaleString('en')}次`)
      .nullable(),
  },
  used: { answer: z.int() },
  disabled_at: { answer: instant.nullable() },
  /** The type of the welcome coupon for companies that come through the code. */
  coupon_type_id: { answer: id.nullable(), set: id.nullable() },
  created_at: { answer: instant },
})
