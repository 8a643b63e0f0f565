import { z } from 'zod'
import { id, instant, line as text } from '../fields.ts'
import { lineActions, lineStates } from '../line-names.ts'
import { keysOf } from '../typed-keys.ts'
import { lineFields } from './line-fields.ts'
import { lineGroup } from './line-group.ts'
import { record } from './record.ts'

/** `change` holds what setCompanyVpl takes. */
export const line = record({
  svp_id: { answer: id },
  name: { answer: z.string(), change: text(lineFields.name.label, lineFields.name.max).optional() },
  remark: { answer: z.string(), change: text(lineFields.remark.label, lineFields.remark.max, 0).optional() },
  /** The displayed state, which also depends on the time. */
  state: { answer: z.enum(lineStates) },
  suspend_reason: { answer: z.string().nullable() },
  region_id: { answer: id },
  country: { answer: z.string() },
  city: { answer: z.string() },
  access_way_id: { answer: id },
  access_way: { answer: z.string() },
  /** Mbit/s. */
  bandwidth: { answer: z.int().nullable() },
  address: { answer: z.string().nullable() },
  starts_at: { answer: instant },
  ends_at: { answer: instant },
  /** The instant until which its address is kept; null before its end. */
  grace_ends_at: { answer: instant.nullable() },
  auto_renew: { answer: z.boolean(), change: z.boolean().optional() },
  groups: { answer: z.array(lineGroup.schema.pick({ group_id: true, name: true })) },
  gateway: { answer: z.string().nullable() },
  bound_at: { answer: instant.nullable() },
  created_at: { answer: instant },
  /** The number of times its address can still be changed this month. */
  rebinds_left: { answer: z.int() },
  /** All people who can use it now; the count is exact. */
  people: { answer: z.int() },
  /** The order that bought it; null for a trial's line. */
  order_id: { answer: id.nullable() },
  order_number: { answer: z.string().nullable() },
})

/** A line in lists, without the fields that only its own page shows. */
export const listedLine = line.schema.omit({
  gateway: true,
  bound_at: true,
  created_at: true,
  rebinds_left: true,
  people: true,
  order_id: true,
  order_number: true,
})

const actions = keysOf(lineActions)

/** An entry in the log of a line and of the right to use it. */
export const lineLog = record({
  action: { answer: z.enum(actions) },
  actor_name: { answer: z.string() },
  detail: { answer: z.string() },
  created_at: { answer: instant },
})
