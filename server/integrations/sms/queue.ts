import sql from 'sql-template-tag'
import { maskPhone } from '#contract/rules.ts'
import { type Config, deriveKey } from '../../config.ts'
import type { Database } from '../../database/database.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { seal } from '../../security/seal.ts'
import type { ShortMessage } from './sms.ts'

/** With the worker's growing waits these take some 85 s: a code that comes later helps nobody. */
const attempts = 5

/**
 * Records the message and enqueues its sending, in one transaction; a transaction handle joins the caller's own.
 * `database` sees all companies: the job tables are closed to the companies' role.
 */
export function queueSms(
  { config, jobs }: { config: Config; jobs: Jobs },
  database: Database,
  message: ShortMessage,
): Promise<void> {
  return database.transaction(async transaction => {
    const row = await transaction.row<{ id: string }>(sql`
      insert into sms_message (purpose, phone_masked, account_id)
      values (${message.purpose}, ${maskPhone(message.phone)}, (select id from account where phone = ${message.phone}))
      returning id`)
    if (!row) throw new Error('sms_message answered no row')
    const sealed = seal(deriveKey(config, 'jobs'), JSON.stringify(message), row.id).toString('base64')
    await jobs.enqueue(transaction, 'send_sms', { message_id: row.id, sealed }, { attempts })
  })
}

/** As queueSms, for many at once; sent when nobody waits for a code. */
export function queueManySms(
  { config, jobs }: { config: Config; jobs: Jobs },
  database: Database,
  messages: ShortMessage[],
): Promise<void> {
  if (!messages.length) return Promise.resolve()
  return database.transaction(async transaction => {
    const ids = await transaction.rows<{ id: string }>(sql`
      select uuidv7() as id from generate_series(1, ${messages.length}::integer)`)
    await transaction.change(sql`
      insert into sms_message (id, purpose, phone_masked, account_id)
      select given.id, purpose, phone_masked, account.id
      from unnest(${ids.map(({ id }) => id)}::uuid[], ${messages.map(({ purpose }) => purpose)}::text[],
        ${messages.map(({ phone }) => maskPhone(phone))}::text[], ${messages.map(({ phone }) => phone)}::text[])
        as given (id, purpose, phone_masked, phone) left join account on account.phone = given.phone`)
    const key = deriveKey(config, 'jobs')
    const payloads = ids.map(({ id }, index) => ({
      message_id: id,
      sealed: seal(key, JSON.stringify(messages[index]), id).toString('base64'),
    }))
    await jobs.enqueueMany(transaction, 'send_sms', payloads, { attempts })
  })
}

/** The provider is down: in the last five minutes three messages or more failed, and none was sent. */
export async function smsIsDown(database: Database): Promise<boolean> {
  const settled = await database.row<{ down: boolean }>(sql`
    select count(*) filter (where state = 'failed') >= 3 and count(*) filter (where state = 'sent') = 0 as down
    from sms_message where state <> 'waiting' and settled_at > now() - interval '5 minutes'`)
  return settled?.down ?? false
}
