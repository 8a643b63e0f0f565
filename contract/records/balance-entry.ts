import { z } from 'zod'
import { balanceKinds } from '../balance-names.ts'
import { id, instant } from '../fields.ts'
import { record } from './record.ts'

/** An entry in the append-only ledger of a company's prepaid balance. */
export const balanceEntry = record({
  entry_id: { answer: id },
  kind: { answer: z.enum(balanceKinds) },
  /** Fen: additions are positive, deductions negative. */
  amount: { answer: z.int() },
  balance_after: { answer: z.int() },
  order_id: { answer: id.nullable() },
  order_number: { answer: z.string().nullable() },
  actor_name: { answer: z.string() },
  note: { answer: z.string() },
  created_at: { answer: instant },
})
