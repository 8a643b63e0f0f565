import { z } from 'zod'
import { id, instant } from '../fields.ts'
import { ledgerKinds } from '../people.ts'
import { record } from './record.ts'

/** An entry of the ledger of person-days, to which entries are only added. */
export const serviceEntry = record({
  entry_id: { answer: id },
  kind: { answer: z.enum(ledgerKinds) },
  /** The change of the balance: positive comes in, negative goes out. */
  days: { answer: z.int() },
  balance_after: { answer: z.int() },
  /** Null as well for somebody who has left since: their page is gone. */
  employee_id: { answer: id.nullable() },
  employee_name: { answer: z.string().nullable() },
  actor_name: { answer: z.string() },
  note: { answer: z.string() },
  created_at: { answer: instant },
})
