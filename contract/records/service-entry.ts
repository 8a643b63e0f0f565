import { z } from 'zod'
import { id, instant } from '../fields.ts'
import { ledgerKinds } from '../people.ts'
import { record } from './record.ts'

/** An entry in the append-only ledger of person-days. */
export const serviceEntry = record({
  entry_id: { answer: id },
  kind: { answer: z.enum(ledgerKinds) },
  /** The change of the balance: additions are positive, deductions negative. */
  days: { answer: z.int() },
  balance_after: { answer: z.int() },
  /** Also null for a person who has left since, because their page is gone. */
  employee_id: { answer: id.nullable() },
  employee_name: { answer: z.string().nullable() },
  actor_name: { answer: z.string() },
  note: { answer: z.string() },
  created_at: { answer: instant },
})
