import sql from 'sql-template-tag'
import { z } from 'zod'
import { id, instant } from '#contract/fields.ts'
import { webhookPatienceDays } from '#contract/webhook-names.ts'
import type { Database } from '#server/database/database.ts'
import type { Sent } from '#server/integrations/webhooks/send.ts'

/** Seconds after which another process goes on, longer than one message takes. */
const leaseSeconds = 30
/** Milliseconds between two attempts at most. */
const longestWait = 6 * 3600 * 1000

const leased = z.object({
  company_id: id,
  webhook_id: id,
  url: z.string(),
  secret_sealed: z.instanceof(Buffer),
  former_sealed: z.instanceof(Buffer).nullable(),
})
export type Leased = z.output<typeof leased>

const hasPending = sql`exists (
  select from webhook_message message
  where message.company_id = webhook.company_id and message.webhook_id = webhook.id and message.state = 'pending')`
const isFree = sql`webhook.state = 'active' and (webhook.leased_until is null or webhook.leased_until <= now())`

/** Takes webhooks that have something to be told, those first that were tried least lately. Guard: the lease. */
export const leaseWebhooks = (system: Database, lease: string, most: number) =>
  system.rows(leased)`
  update webhook set lease = ${lease}, leased_until = now() + make_interval(secs => ${leaseSeconds})
  where (company_id, id) in (
    select company_id, id from webhook
    where ${isFree} and (next_attempt_at is null or next_attempt_at <= now()) and ${hasPending}
    order by leased_until nulls first limit ${most} for update skip locked)
  returning company_id, id as webhook_id, url, secret_sealed, case when former_until > now() then former_sealed end as former_sealed`

const pending = z.object({ message_id: id })

export const nextMessages = async (system: Database, { company_id, webhook_id }: Leased, most: number) =>
  (
    await system.rows(pending)`
    select id as message_id from webhook_message
    where company_id = ${company_id} and webhook_id = ${webhook_id} and state = 'pending' order by position limit ${most}`
  ).map(({ message_id }) => message_id)

interface Attempt extends Sent {
  messageId: string
  ms: number
}

const insertAttempt = (companyId: string, { messageId, status, ms, answer, problem }: Attempt) => sql`
  insert into webhook_attempt (company_id, message_id, status, ms, answer, problem)
  select ${companyId}, ${messageId}, ${status}, ${ms}, ${answer}, ${problem}
  where exists (select from webhook_message where company_id = ${companyId} and id = ${messageId})`

/**
 * Notes that a message was taken, and renews the lease. Reports false where the lease was lost, or the webhook changed its
 * address, was disabled or deleted: then another process, or none, goes on.
 */
export const noteTaken = async (
  system: Database,
  { company_id, webhook_id, url }: Leased,
  lease: string,
  attempt: Attempt,
) =>
  (await system.change`
    with written as (${insertAttempt(company_id, attempt)}),
    taken as (
      update webhook_message set state = 'delivered', delivered_at = now()
      where company_id = ${company_id} and id = ${attempt.messageId}
    )
    update webhook set attempts = 0, failing_since = null, next_attempt_at = null,
      leased_until = now() + make_interval(secs => ${leaseSeconds})
    where company_id = ${company_id} and id = ${webhook_id} and lease = ${lease} and state = 'active' and url = ${url}`) ===
  1

const failed = z.object({ worn_out: z.boolean() })

/** Notes a failure and waits, twice as long as the time before. Reports whether it has failed for too long. */
export const noteFailure = (
  system: Database,
  { company_id, webhook_id, url }: Leased,
  lease: string,
  attempt: Attempt,
  firstWait: number,
) =>
  system.row(failed)`
  with written as (${insertAttempt(company_id, attempt)})
  update webhook set attempts = attempts + 1, failing_since = coalesce(failing_since, now()), leased_until = null,
    next_attempt_at = now() + make_interval(
      secs => least(${longestWait}::float, ${firstWait}::float * power(2, least(attempts, 30))) / 1000)
  where company_id = ${company_id} and id = ${webhook_id} and lease = ${lease} and state = 'active' and url = ${url}
  returning coalesce(failing_since <= now() - make_interval(days => ${webhookPatienceDays}), false) as worn_out`

export const release = (system: Database, lease: string, { company_id, webhook_id }: Leased) =>
  system.change`
  update webhook set leased_until = null where company_id = ${company_id} and id = ${webhook_id} and lease = ${lease}`

/** Disables a webhook that failed for too long. Guard: the state, so that it is told once, and not after it was mended. */
export const disableWebhook = async (system: Database, { company_id, webhook_id, url }: Leased): Promise<boolean> =>
  (await system.change`
    update webhook set state = 'disabled', disabled_at = now(), next_attempt_at = null
    where company_id = ${company_id} and id = ${webhook_id} and url = ${url} and state = 'active'
      and (failing_since is not null or secret_sealed = '')`) === 1

const due = z.object({ at: instant.nullable() })

/** Tells when the next attempt is due; undefined when nothing waits. */
export const nextAttempt = async (system: Database): Promise<Date | undefined> => {
  const next = await system.row(due)`
    select min(greatest(coalesce(next_attempt_at, now()), coalesce(leased_until, now()))) as at
    from webhook where state = 'active' and ${hasPending}`
  return next?.at ? new Date(next.at) : undefined
}
