import { empty, type Sql, default as sql } from 'sql-template-tag'
import { z } from 'zod'
import { id, instant } from '#contract/fields.ts'
import type { Database, RowSchema } from '#server/database/database.ts'

/** Seconds after which another process goes on, longer than one message takes. */
const leaseSeconds = 30

/** Three tables with equally named columns: receivers, their ordered messages, and the attempts. */
export interface Outbox<Receiver extends RowSchema = RowSchema> {
  receivers: Sql
  messages: Sql
  attempts: Sql
  /** The message column that identifies the receiver. */
  receiverId: Sql
  /** The receiver's fields needed for sending, with their columns. */
  receiver: Receiver
  columns: Sql
  /** Hours after which a receiver that took nothing is disabled. */
  patience: number
  /** The longest interval between two attempts in milliseconds. */
  longestWait: number
}

export interface Leased {
  company_id: string
  receiver_id: string
}
const leased = z.object({ company_id: id, receiver_id: id })

const hasPending = ({ messages, receiverId }: Outbox) => sql`exists (
  select from ${messages} message
  where message.company_id = receiver.company_id and message.${receiverId} = receiver.id and message.state = 'pending')`

/**
 * Leases receivers with pending messages, the least recently tried first, as shown by the end of their last lease. Guard: the
 * lease.
 */
export const leaseReceivers = <Receiver extends RowSchema>(
  system: Database,
  outbox: Outbox<Receiver>,
  lease: string,
  most: number,
): Promise<(Leased & z.output<Receiver>)[]> =>
  // The row has the fields of both schemas, which a merged generic schema cannot express; hence the cast.
  system.rows(leased.extend(outbox.receiver.shape))`
  update ${outbox.receivers} receiver
  set lease = ${lease}, leased_until = now() + make_interval(secs => ${leaseSeconds})
  where (company_id, id) in (
    select company_id, id from ${outbox.receivers} receiver
    where state = 'active' and (leased_until is null or leased_until <= now())
      and (next_attempt_at is null or next_attempt_at <= now()) and ${hasPending(outbox)}
    order by leased_until nulls first limit ${most} for update skip locked)
  returning company_id, id as receiver_id, ${outbox.columns}` as Promise<(Leased & z.output<Receiver>)[]>

const pending = z.object({ message_id: id })

export const nextMessages = async (
  system: Database,
  { messages, receiverId }: Outbox,
  { company_id, receiver_id }: Leased,
  most: number,
) =>
  (
    await system.rows(pending)`
    select id as message_id from ${messages}
    where company_id = ${company_id} and ${receiverId} = ${receiver_id} and state = 'pending'
    order by position limit ${most}`
  ).map(({ message_id }) => message_id)

export interface Attempt {
  messageId: string
  ms: number
  /** The HTTP status, and the beginning of the answer. */
  status: number | null
  answer: string
  /** Why the message was not accepted; null if it was. */
  problem: string | null
}

/** Nothing is recorded if the receiver is no longer `held` by this lease. */
const insertAttempt = (
  { messages, attempts }: Outbox,
  companyId: string,
  { messageId, status, ms, answer, problem }: Attempt,
) => sql`
  insert into ${attempts} (company_id, message_id, status, ms, answer, problem)
  select ${companyId}, ${messageId}, ${status}, ${ms}, ${answer}, ${problem}
  where exists (select from held) and exists (select from ${messages} where company_id = ${companyId} and id = ${messageId})`

const isOurs = ({ company_id, receiver_id }: Leased, lease: string) =>
  sql`company_id = ${company_id} and id = ${receiver_id} and lease = ${lease} and state = 'active'`

/**
 * Records that a message was accepted, and renews the lease; the next message follows `pace` milliseconds later. Returns false if
 * the lease was lost, or the receiver's address was changed, or it was disabled or deleted: then another process continues, or
 * none. Guard: the lease in `held`, without which a message accepted by the former address counts as accepted by the present one.
 */
export const recordAccepted = async (
  system: Database,
  outbox: Outbox,
  { company_id, receiver_id }: Leased,
  { lease, attempt, pace }: { lease: string; attempt: Attempt; pace: number },
) =>
  (await system.change`
    with held as (
      update ${outbox.receivers} set attempts = 0, failing_since = null,
        next_attempt_at = case when ${pace}::float > 0 then now() + make_interval(secs => ${pace}::float / 1000) end,
        leased_until = now() + make_interval(secs => ${leaseSeconds})
      where company_id = ${company_id} and id = ${receiver_id} and lease = ${lease} returning state
    ),
    written as (${insertAttempt(outbox, company_id, attempt)}),
    taken as (
      update ${outbox.messages} set state = 'delivered', delivered_at = now()
      where company_id = ${company_id} and id = ${attempt.messageId} and exists (select from held)
    )
    select from held where state = 'active'`) === 1

const failed = z.object({ worn_out: z.boolean() })

/**
 * Records a failure and doubles the wait. Reports whether this message, the oldest pending one, has been tried for too long since
 * the receiver last accepted one or was repaired. A message `refused` for good is not tried again, so that those after it get their
 * turn; as it was answered, neither it nor the hours until the next one count towards disabling. The failure of a message skipped
 * meanwhile holds up nothing.
 */
export const noteFailure = (
  system: Database,
  outbox: Outbox,
  receiver: Leased,
  { lease, attempt, firstWait, refused }: { lease: string; attempt: Attempt; firstWait: number; refused: boolean },
) =>
  system.row(failed)`
  with ours as materialized (
    select from ${outbox.receivers} where ${isOurs(receiver, lease)} for no key update
  ), waiting as materialized (
    -- Guard: whoever skips it locks the receiver, too, and then this finds it no longer waiting.
    select from ${outbox.messages}
    where company_id = ${receiver.company_id} and id = ${attempt.messageId} and state = 'pending' and exists (select from ours)
    for update
  ), held as (
    update ${outbox.receivers}
    set attempts = attempts + 1, failing_since = coalesce(failing_since, now()), leased_until = now(),
      next_attempt_at = now() + make_interval(
        secs => least(${outbox.longestWait}::float, ${firstWait}::float * power(2, least(attempts, 30))) / 1000)
    where ${isOurs(receiver, lease)} and exists (select from waiting)
    returning not ${refused} and greatest(failing_since, coalesce((
        select min(at) from ${outbox.attempts} where company_id = ${receiver.company_id} and message_id = ${attempt.messageId}
      ), now())) <= now() - make_interval(hours => ${outbox.patience}) as worn_out
  ), written as (${insertAttempt(outbox, receiver.company_id, attempt)})
  ${
    refused
      ? sql`, refused as (
          update ${outbox.messages} set state = 'refused'
          where company_id = ${receiver.company_id} and id = ${attempt.messageId} and state = 'pending'
            and exists (select from held))`
      : empty
  }
  select worn_out from held`

/** Releases a receiver, so that the next process can take it. */
export const release = (system: Database, { receivers }: Outbox, lease: string, { company_id, receiver_id }: Leased) =>
  system.change`
  update ${receivers} set leased_until = now()
  where company_id = ${company_id} and id = ${receiver_id} and lease = ${lease}`

/**
 * Disables a receiver that failed for too long. Guard: the lease and the state, so that this is reported once, and not after a
 * repair: a changed address ends the lease.
 */
export const disableReceiver = async (
  system: Database,
  { receivers }: Outbox,
  lease: string,
  receiver: Leased,
): Promise<boolean> =>
  (await system.change`
    update ${receivers} set state = 'disabled', disabled_at = now(), next_attempt_at = null
    where ${isOurs(receiver, lease)}`) === 1

/** `due_in` is in milliseconds, by the database's clock, as every time here. */
const attempt = z.object({ at: instant, due_in: z.number() })

/** Returns when the next attempt is due; undefined if nothing is pending. */
export const nextAttempt = async (
  system: Database,
  outbox: Outbox,
): Promise<{ at: Date; due_in: number } | undefined> => {
  const next = await system.row(attempt)`
    select at, (extract(epoch from at - now()) * 1000)::double precision as due_in
    from (select min(greatest(coalesce(next_attempt_at, now()), coalesce(leased_until, now()))) as at
      from ${outbox.receivers} receiver where state = 'active' and ${hasPending(outbox)}) as next
    where at is not null`
  return next && { ...next, at: new Date(next.at) }
}
