import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { maskPhone } from '#contract/rules.ts'
import { sealWith } from '#server/core/keyring.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'
import { countHit, hitAddressLimit } from '#server/database/limits.ts'
import { beforeCommit } from '#server/database/transaction.ts'
import type { Services } from '#server/engines/services.ts'
import type { ShortMessage } from '#server/integrations/sms/sms.ts'
import { takeBudget } from './budget.ts'
import { sendSmsJob } from './jobs.ts'
import { type AwaitedKind, limitsOf, type MessageBudget, type UnawaitedKind } from './limits.ts'
import { takeAllowance } from './phone-allowance.ts'
import { hasPaid } from './proof-price.ts'

/** With the worker's growing delays these attempts take some 85 s. A later code would be useless. */
const attempts = 5

type Sending = Pick<Services, 'config' | 'jobs'>

interface Awaited {
  message: ShortMessage
  budget: MessageBudget<AwaitedKind>
  /** A solved challenge, if the kind may require one. */
  proof?: string | undefined
  /** True for a browser or client of the phone's own account. */
  isKnown?: boolean
}

/**
 * Sends a message that a person requested and is waiting for, or refuses: 429 for the address or its network, -41006 with the
 * seconds to wait and -41007 for the phone, -41014 if a proof of work is required, -41015 if the site has used its share of the day
 * or the provider is down. The message, its budget and the rows of `keep` are one transaction, so a refusal counts nothing. Only
 * the address is counted beforehand, because of repeated attempts.
 */
export async function queueSms(
  services: Sending & Pick<Services, 'counting'>,
  system: Database,
  { message, budget, proof, isKnown = false }: Awaited,
  keep: (transaction: Database) => Promise<unknown>,
): Promise<void> {
  const { config, counting } = services
  const { person, address, proof: proofLimit } = limitsOf(budget.kind)
  if (address && budget.ip) await hitAddressLimit(counting, `sms:address:${address.counter}`, budget.ip, address)
  if (await smsIsDown(system)) throw new Refusal(-41015)
  await system.transaction(async transaction => {
    const { wait, strangers } = person
    const share = isKnown ? undefined : strangers
    const allowance = wait !== undefined && { counter: person.counter, wait, max: share?.most ?? person.max }
    const sent = allowance ? await takeAllowance(transaction, message.phone, allowance) : 0
    const isFree = !share || sent <= share.free
    if (proofLimit && budget.ip) {
      await countHit(transaction, `sms:site:${proofLimit.counter}:hour`, 3_600)
      if (!(await hasPaid(transaction, config, budget.ip, { proof, isFree }))) throw new Refusal(-41014)
    }
    const [refusal] = await takeBudget(transaction, config, budget, [message.phone])
    if (refusal) throw new Refusal(refusal)
    await keep(transaction)
    const [payload] = await record(services, transaction, [message])
    if (!payload) throw new Error('the message was not recorded')
    await services.jobs.enqueue(transaction, sendSmsJob, payload, { attempts })
  })
}

/**
 * Queues messages that nobody is waiting for, as part of the given transaction and as far as the budget permits, and passes those
 * sent, which may be none, to `keep`. `database` sees all companies, because the companies' role has no access to the job tables.
 *
 * Everything is deferred until the commit. The counters are shared and stay locked until the transaction ends: taken earlier, they
 * would delay login codes, and two transactions could deadlock. A transaction that is rolled back sends nothing.
 */
export function queueManySms(
  services: Sending,
  database: Database,
  messages: ShortMessage[],
  budget: MessageBudget<UnawaitedKind>,
  keep?: (transaction: Database, sent: ShortMessage[]) => Promise<unknown>,
): Promise<void> {
  if (!messages.length) return Promise.resolve()
  return database.transaction(async transaction => beforeCommit(transaction, send))

  async function send(transaction: Database): Promise<void> {
    const phones = messages.map(({ phone }) => phone)
    const refusals = await takeBudget(transaction, services.config, budget, phones)
    const sent = messages.filter((_, index) => refusals[index] === undefined)
    if (sent.length)
      await services.jobs.enqueueMany(transaction, sendSmsJob, await record(services, transaction, sent), { attempts })
    await keep?.(transaction, sent)
  }
}

const newId = z.object({ id })

/** Writes the messages' rows and returns the jobs that send them. */
async function record({ config }: Sending, transaction: Database, messages: ShortMessage[]) {
  const ids = await transaction.rows(newId)`select uuidv7() as id from generate_series(1, ${messages.length}::integer)`
  await transaction.change`
    insert into sms_message (id, purpose, phone_masked, account_id)
    select message.id, purpose, phone_masked, account.id
    from unnest(${ids.map(({ id }) => id)}::uuid[], ${messages.map(({ purpose }) => purpose)}::text[],
      ${messages.map(({ phone }) => maskPhone(phone))}::text[], ${messages.map(({ phone }) => phone)}::text[])
      as message (id, purpose, phone_masked, phone) left join account on account.phone = message.phone`
  return ids.map(({ id }, index) => ({
    message_id: id,
    sealed: sealWith(config, 'jobs', JSON.stringify(messages[index]), id).toString('base64'),
  }))
}

const providerState = z.object({ down: z.boolean() })

/**
 * Reports whether the provider is down: in the last five minutes it failed at least three messages and sent none. Refusals of
 * individual phones do not count: otherwise anybody could block codes for all by requesting too many.
 */
export async function smsIsDown(database: Database): Promise<boolean> {
  const settled = await database.row(providerState)`
    select count(*) filter (where state = 'failed' and provider_fault) >= 3 and count(*) filter (where state = 'sent') = 0 as down
    from sms_message where state <> 'waiting' and settled_at > now() - interval '5 minutes'`
  return settled?.down ?? false
}
