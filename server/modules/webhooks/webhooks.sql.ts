import sql from 'sql-template-tag'
import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { webhook, webhookAttempt, webhookMessage } from '#contract/records/webhook.ts'
import { maxFormerSecrets, maxReplayed, maxWebhooks } from '#contract/webhook-names.ts'
import { lockName } from '#server/database/advisory-lock.ts'
import { countRows } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'
import type { Page } from '#server/database/listed.ts'

/** The most events that a list counts. */
const counted = 10_000

const columns = sql`
  webhook.id as webhook_id, webhook.url, webhook.description, webhook.events, webhook.state, webhook.created_at,
  webhook.failing_since, webhook.next_attempt_at, webhook.disabled_at,
  greatest(
    case when webhook.former_until > now() then webhook.former_until end,
    (select max(until) from webhook_former_secret former
      where former.company_id = webhook.company_id and former.webhook_id = webhook.id and former.until > now())
  ) as former_until`

const listed = webhook.schema.extend({ pending: z.int() })

export const listWebhooks = (database: Database, companyId: string) =>
  database.rows(listed)`
  select ${columns}, (
    select count(*) from (
      select from webhook_message message
      where message.company_id = webhook.company_id and message.webhook_id = webhook.id and message.state = 'pending'
      limit ${counted}) as waiting)::integer as pending
  from webhook where company_id = ${companyId} order by created_at desc, id desc`

const found = webhook.schema.pick({ webhook_id: true, url: true, description: true, events: true, state: true })

/** Locks a webhook, so that of two concurrent changes the second finds the first's result. */
export const lockWebhook = (database: Database, companyId: string, webhookId: string) =>
  database.row(found)`
  select id as webhook_id, url, description, events, state from webhook
  where company_id = ${companyId} and id = ${webhookId} for no key update`

export const findWebhook = (database: Database, companyId: string, webhookId: string) =>
  database.row(found)`
  select id as webhook_id, url, description, events, state from webhook
  where company_id = ${companyId} and id = ${webhookId}`

const made = z.object({ webhook_id: id })

interface NewWebhook {
  companyId: string
  webhookId: string
  url: string
  description: string
  events: readonly string[] | null
  sealed: Buffer
}

/** Guard: the company's lock, so that of two concurrent calls the second counts the first. */
export async function insertWebhook(
  database: Database,
  { companyId, webhookId, url, description, events, sealed }: NewWebhook,
) {
  await lockName(database, `webhooks ${companyId}`)
  return database.row(made)`
  insert into webhook (company_id, id, url, description, events, secret_sealed)
  select ${companyId}, ${webhookId}, ${url}, ${description}, ${events}::text[], ${sealed}
  where (select count(*) from webhook where company_id = ${companyId}) < ${maxWebhooks}
  returning id as webhook_id`
}

interface Changed {
  url: string
  description: string
  events: readonly string[] | null
  state: 'active' | 'disabled'
}

/** Another address, or enabling it again, resets the webhook: it is tried immediately. */
export const updateWebhook = (
  database: Database,
  companyId: string,
  webhookId: string,
  { url, description, events, state }: Changed,
) =>
  database.change`
  update webhook set url = ${url}, description = ${description}, events = ${events}::text[], state = ${state},
    disabled_at = case when ${state} = 'disabled' then coalesce(disabled_at, now()) end,
    attempts = case when url = ${url} and state = ${state} then attempts else 0 end,
    failing_since = case when url = ${url} and state = ${state} then failing_since end,
    next_attempt_at = case when url = ${url} and state = ${state} then next_attempt_at end,
    -- Whoever is sending to the former address may note nothing of it any more.
    lease = case when url = ${url} then lease end, leased_until = case when url = ${url} then leased_until end
  where company_id = ${companyId} and id = ${webhookId}`

interface Replacing {
  companyId: string
  webhookId: string
  sealed: Buffer
  overlapHours: number
}

/**
 * Keeps every former secret until its promised end, or ends all of them immediately. Returns 0 if too many would be kept. The caller
 * has locked the webhook.
 */
export async function replaceSecret(
  transaction: Database,
  { companyId, webhookId, sealed, overlapHours }: Replacing,
): Promise<number> {
  await transaction.change`
  delete from webhook_former_secret
  where company_id = ${companyId} and webhook_id = ${webhookId} and (${overlapHours}::integer = 0 or until <= now())`
  await transaction.change`
  insert into webhook_former_secret (company_id, webhook_id, sealed, until)
  select company_id, id, former_sealed, former_until from webhook
  where company_id = ${companyId} and id = ${webhookId} and former_until > now() and ${overlapHours}::integer > 0`
  return transaction.change`
  update webhook set secret_sealed = ${sealed},
    former_sealed = case when ${overlapHours}::integer > 0 and secret_sealed <> '' then secret_sealed end,
    former_until = case when ${overlapHours}::integer > 0 and secret_sealed <> ''
      then now() + make_interval(hours => ${overlapHours}::integer) end
  where company_id = ${companyId} and id = ${webhookId}
    and (select count(*) from webhook_former_secret where company_id = ${companyId} and webhook_id = ${webhookId})
      < ${maxFormerSecrets}::integer`
}

export const deleteWebhook = (database: Database, companyId: string, webhookId: string) =>
  database.row(found)`
  delete from webhook where company_id = ${companyId} and id = ${webhookId}
  returning id as webhook_id, url, description, events, state`

const messageColumns = sql`
  message.id as message_id, activity.action as type, message.state, activity.subject_name, message.created_at,
  message.delivered_at, (
    select count(*) from webhook_attempt attempt
    where attempt.company_id = message.company_id and attempt.message_id = message.id)::integer as attempts`

export const listMessages = (
  database: Database,
  companyId: string,
  { webhookId, state }: { webhookId: string; state: string | undefined },
  { limit, offset }: Page,
) =>
  database.rows(webhookMessage.schema)`
  select ${messageColumns}
  from webhook_message message join activity on activity.company_id = message.company_id and activity.id = message.activity_id
  where message.company_id = ${companyId} and message.webhook_id = ${webhookId}
    and (${state ?? null}::text is null or message.state = ${state ?? null})
  order by message.id desc limit ${limit} offset ${offset}`

export const countMessages = (database: Database, companyId: string, webhookId: string, state: string | undefined) =>
  countRows(
    database,
    sql`(
      select from webhook_message where company_id = ${companyId} and webhook_id = ${webhookId}
        and (${state ?? null}::text is null or state = ${state ?? null}) limit ${counted}) as counted`,
  )

export const findMessage = (database: Database, companyId: string, webhookId: string, messageId: string) =>
  database.row(webhookMessage.schema)`
  select ${messageColumns}
  from webhook_message message join activity on activity.company_id = message.company_id and activity.id = message.activity_id
  where message.company_id = ${companyId} and message.webhook_id = ${webhookId} and message.id = ${messageId}`

export const listAttempts = (database: Database, companyId: string, messageId: string) =>
  database.rows(webhookAttempt.schema)`
  select at, status, ms, answer, problem from webhook_attempt
  where company_id = ${companyId} and message_id = ${messageId} order by id desc limit 20`

interface Range {
  messageId: string | undefined
  since: string | undefined
  before: string | undefined
}

const skipped = z.object({ first: z.boolean() })

/**
 * Drops a waiting message. If it was the first, those behind it are tried immediately; otherwise the first goes on waiting. A
 * message that is just being sent may arrive nevertheless. Guard: the state, so that one that was delivered meanwhile stays so.
 */
export async function skipMessage(
  transaction: Database,
  companyId: string,
  webhookId: string,
  messageId: string,
): Promise<boolean> {
  const message = await transaction.row(skipped)`
    update webhook_message message set state = 'skipped'
    where company_id = ${companyId} and webhook_id = ${webhookId} and id = ${messageId} and state = 'pending'
    returning not exists (
      select from webhook_message earlier
      where earlier.company_id = message.company_id and earlier.webhook_id = message.webhook_id
        and earlier.state = 'pending' and earlier.position < message.position) as first`
  if (message?.first)
    await transaction.change`
      update webhook set attempts = 0, failing_since = null, next_attempt_at = null
      where company_id = ${companyId} and id = ${webhookId}`
  return message !== undefined
}

/**
 * Queues delivered messages again, the earliest first. Waiting ones are sent anyway. A skipped one is queued only by its own id:
 * otherwise it would be the first again, and hold up the others as before.
 */
export const replayMessages = (
  database: Database,
  companyId: string,
  webhookId: string,
  { messageId, since, before }: Range,
) =>
  database.change`
  update webhook_message set state = 'pending', delivered_at = null
  where company_id = ${companyId} and id = any(array(
    select id from webhook_message
    where company_id = ${companyId} and webhook_id = ${webhookId}
      and (state = 'delivered' or (state = 'skipped' and id = ${messageId ?? null}::uuid))
      and (${messageId ?? null}::uuid is null or id = ${messageId ?? null}::uuid)
      and (${since ?? null}::timestamptz is null or created_at >= ${since ?? null}::timestamptz)
      and (${before ?? null}::timestamptz is null or created_at <= ${before ?? null}::timestamptz)
    order by position limit ${maxReplayed}))`
