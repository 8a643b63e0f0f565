import { z } from 'zod'
import { id, instant } from '../fields.ts'
import { record } from './record.ts'

export const session = record({
  session_id: { answer: id },
  client_name: { answer: z.string() },
  client_version: { answer: z.string() },
  ip: { answer: z.string() },
  /** Browser and system according to the user agent. */
  device: { answer: z.string() },
  created_at: { answer: instant },
  last_seen_at: { answer: instant },
})
