import { z } from 'zod'
import { id, instant } from '#contract/fields.ts'
import type { Database } from '#server/database/database.ts'
import { auditActor } from '#server/engines/activity/context.ts'
import type { Payment } from './payments.sql.ts'

type Which = Pick<Payment, 'company_id' | 'payment_id'>

export interface Part {
  amount: number
  reference: string
}

type NewPart = Part

const received = z.object({ received: z.int() })

/**
 * Counts a row of the bank's statement towards a transfer, once. Returns what has arrived by now, or undefined when the row was
 * counted before, when it is more than is missing, or when the transfer no longer waits for its money.
 */
export const addPart = (transaction: Database, { company_id, payment_id }: Which, { amount, reference }: NewPart) =>
  transaction.row(received)`
    with counted as (
      update payment set received = received + ${amount}::bigint
      where company_id = ${company_id} and id = ${payment_id} and gateway = 'transfer' and problem is null
        and state in ('created', 'failed', 'closed') and received + ${amount}::bigint <= amount
        and not exists (select from transfer_part
          where company_id = ${company_id} and payment_id = ${payment_id} and reference = ${reference})
      returning received
    ), part as (
      insert into transfer_part (company_id, payment_id, amount, reference, actor)
      select ${company_id}, ${payment_id}, ${amount}::bigint, ${reference}, ${auditActor()} from counted
    )
    select received from counted`

/** Stores the row of the bank's statement that has confirmed a transfer as a whole; parts were stored one by one. */
export const keepLine = (transaction: Database, { company_id, payment_id }: Which, { amount, reference }: NewPart) =>
  transaction.change`
    with counted as (
      update payment set received = amount
      where company_id = ${company_id} and id = ${payment_id} and received = 0 and amount = ${amount}::bigint
      returning amount
    )
    insert into transfer_part (company_id, payment_id, amount, reference, actor)
    select ${company_id}, ${payment_id}, amount, ${reference}, ${auditActor()} from counted
    on conflict do nothing`

/** Stores a row of late money for an ended transfer, which counts towards nothing. Returns zero when it was stored before. */
export const keepSettledLine = (
  transaction: Database,
  { company_id, payment_id }: Which,
  { amount, reference }: NewPart,
) =>
  transaction.change`
    insert into transfer_part (company_id, payment_id, amount, reference, actor, settled_at)
    select ${company_id}, ${payment_id}, ${amount}::bigint, ${reference}, ${auditActor()}, now() from payment
    where company_id = ${company_id} and id = ${payment_id} and gateway = 'transfer' and state in ('paid', 'refunded')
    on conflict do nothing`

const keptLine = z.object({
  remark_code: z.string(),
  reference: z.string(),
  amount: z.int(),
  created_at: instant,
  settled: z.boolean(),
})
export type KeptLine = z.output<typeof keptLine>

/** Returns the known rows of the bank's statements for these transfers. */
export const partsOf = (database: Database, remarkCodes: string[]) =>
  database.rows(keptLine)`
    select out_trade_no as remark_code, reference, transfer_part.amount, transfer_part.created_at,
      settled_at is not null as settled
    from transfer_part join payment on payment.company_id = transfer_part.company_id and payment.id = payment_id
    where out_trade_no = any(${remarkCodes}) and gateway = 'transfer'`

/** The reason why the rest of a transfer is not awaited, and its received part is returned. */
export const overBecause = (paid: boolean) => (paid ? '订单已另行付清' : '订单已结束')

const endedTransfer = received.extend({ payment_id: id })

/**
 * Ends the transfers of an order that has just ceased to wait for money. The received part of one is then listed for a return; one
 * without money still accepts late money. The payment that pays the order is not open any more. Returns those of which something
 * has arrived.
 */
export const setTransfersEnded = (
  transaction: Database,
  { company_id, order_id, paid }: Pick<Payment, 'company_id' | 'order_id'> & { paid: boolean },
) =>
  transaction.rows(endedTransfer)`
    with ended as (
      update payment set state = 'closed',
        problem = case when received > 0
          then concat(case when received < amount then '只' else '已' end, '到账 ¥', trim(to_char(received / 100.0, '999999999990.00')),
            '，', ${overBecause(paid)}::text) else problem end,
        arrived_amount = case when received > 0 then received else arrived_amount end
      where company_id = ${company_id} and order_id = ${order_id} and gateway = 'transfer' and state = 'created'
      returning id as payment_id, received
    )
    select payment_id, received from ended where received > 0`

/** Reopens an expired transfer, because a part of its money has come since. */
export const keepWaiting = (transaction: Database, { company_id, payment_id }: Which, until: string) =>
  transaction.change`
    update payment set state = 'created', expires_at = greatest(expires_at, ${until}::timestamptz)
    where company_id = ${company_id} and id = ${payment_id} and state in ('created', 'failed', 'closed')`
