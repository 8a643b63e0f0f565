import { z } from 'zod'
import type { Database } from '#server/database/database.ts'
import type { Payment } from './payments.sql.ts'

type Which = Pick<Payment, 'company_id' | 'payment_id'>

export interface Part {
  amount: number
  reference: string
}

const received = z.object({ received: z.int() })

/**
 * Counts a line of the bank's statement towards a transfer, once. Returns what has arrived by now, or undefined when the
 * line was counted before, when it is more than is missing, or when the transfer no longer waits for its money.
 */
export const addPart = (
  transaction: Database,
  { company_id, payment_id }: Which,
  { amount, reference, actor }: Part & { actor: string },
) =>
  transaction.row(received)`
    with counted as (
      update payment set received = received + ${amount}::bigint
      where company_id = ${company_id} and id = ${payment_id} and gateway = 'transfer' and problem is null
        and state in ('created', 'closed') and received + ${amount}::bigint <= amount
        and not exists (select from transfer_part
          where company_id = ${company_id} and payment_id = ${payment_id} and reference = ${reference})
      returning received
    ), part as (
      insert into transfer_part (company_id, payment_id, amount, reference, actor)
      select ${company_id}, ${payment_id}, ${amount}::bigint, ${reference}, ${actor} from counted
    )
    select received from counted`

const reference = z.object({ remark_code: z.string(), reference: z.string() })

/** Returns the lines that were counted towards these transfers before. */
export const partsOf = (database: Database, remarkCodes: string[]) =>
  database.rows(reference)`
    select out_trade_no as remark_code, reference
    from transfer_part join payment on payment.company_id = transfer_part.company_id and payment.id = payment_id
    where out_trade_no = any(${remarkCodes}) and gateway = 'transfer'`

/** Opens a transfer again whose time was over, because a part of its money has come since. */
export const keepWaiting = (transaction: Database, { company_id, payment_id }: Which, until: string) =>
  transaction.change`
    update payment set state = 'created', expires_at = greatest(expires_at, ${until}::timestamptz)
    where company_id = ${company_id} and id = ${payment_id} and state in ('created', 'closed')`
