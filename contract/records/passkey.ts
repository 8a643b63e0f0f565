import { z } from 'zod'
import { id, instant, line } from '../fields.ts'
import { passkeyFields } from './passkey-fields.ts'
import { record } from './record.ts'

const { label, max } = passkeyFields.name

export const passkey = record({
  passkey_id: { answer: id },
  /** The default is the browser and system of the registration. */
  name: { answer: z.string(), rename: line(label, max) },
  created_at: { answer: instant },
  last_used_at: { answer: instant.nullable() },
})
