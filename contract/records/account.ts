import { z } from 'zod'
import { id, instant, line, phone } from '../fields.ts'
import { accountStates } from '../people.ts'
import { accountFields } from './account-fields.ts'
import { record } from './record.ts'

const { label, max } = accountFields.display_name

/** `change` holds the fields that its holder may change. */
export const account = record({
  account_id: { answer: id },
  phone: { answer: z.string(), change: phone },
  display_name: { answer: z.string(), change: line(label, max) },
  state: { answer: z.enum(accountStates) },
  /** The agreement that its holder last accepted; null before that. */
  agreement_version: { answer: z.string().nullable() },
  agreed_at: { answer: instant.nullable() },
  promotion_code: { answer: z.string().nullable() },
  last_login_at: { answer: instant.nullable() },
  created_at: { answer: instant },
})
