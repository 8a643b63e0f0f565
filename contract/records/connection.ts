import { z } from 'zod'
import { connectionFindings, endReasons, shopPlatforms } from '../connection-names.ts'
import { id, instant } from '../fields.ts'
import { record } from './record.ts'

/** One use of a line's address by a device. */
export const connection = record({
  connection_id: { answer: id },
  svp_id: { answer: id },
  address: { answer: z.string() },
  shop_id: { answer: id.nullable() },
  shop_platform: { answer: z.enum(shopPlatforms).nullable() },
  shop_number: { answer: z.string().nullable() },
  shop_name: { answer: z.string().nullable() },
  employee_id: { answer: id },
  employee_name: { answer: z.string() },
  device_id: { answer: id },
  device_name: { answer: z.string() },
  findings: { answer: z.array(z.enum(connectionFindings)) },
  started_at: { answer: instant },
  seen_at: { answer: instant },
  ended_at: { answer: instant.nullable() },
  end_reason: { answer: z.enum(endReasons).nullable() },
})
