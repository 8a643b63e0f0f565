import { hash } from 'node:crypto'
import sql from 'sql-template-tag'
import { z } from 'zod'
import { instant } from '#contract/fields.ts'
import { fingerprint, fingerprints, isFingerprint, openWith, sealWith } from '#server/core/keyring.ts'
import { orRefuse, Refusal } from '#server/core/refusal.ts'
import { semaphore } from '#server/core/semaphore.ts'
import type { Database } from '#server/database/database.ts'
import { type SharedTransaction, shareTransaction } from '#server/database/shared-transaction.ts'
import { sendAhead } from '#server/database/transaction.ts'
import type { Services } from '../services.ts'
import { settling } from './settle.ts'

/** A change that must take effect once, however often it is sent. */
export interface KeyedRequest {
  /** The sender: `account:<id>`, `operator:<id>` or `public`. Keys of different senders never meet. */
  scope: string
  key: string
  call: string
  /** The whole content of the request. The same key with other content is refused. */
  content: unknown
}

/** The answer of a change that was made, kept to be answered again. */
type Kept = object

export interface Outcome<Answer> {
  answer: Answer
  /** True when the change had been made before and this is the answer of that time. */
  repeated: boolean
}

/** Seconds after which an `outside` request that never came to its end may be tried again. */
const lease = 120

/**
 * Transactions with a key hold a connection from their first statement to their last. This many at once leave the pool
 * enough for everything else; what takes long is prepared before (`Idempotency`).
 */
const turns = semaphore(5)

type Needed = Pick<Services, 'config' | 'system'>

const textOf = ({ call, content }: KeyedRequest) => JSON.stringify([call, content])

/**
 * The content may hold a password or a code, which whoever reads the table would guess from a hash without a key. The
 * fingerprint serves while the change is under way; afterwards a hash in the sealed answer does, which goes along with a
 * rotation of the keys.
 */
const contentPurpose = 'idempotency-content'
const hashOf = (request: KeyedRequest) => hash('sha256', textOf(request), 'base64url')

/** Kept answers may hold a session's sid or a first password, so they are sealed like every secret at rest. */
const sealing = ({ config }: Pick<Needed, 'config'>, request: KeyedRequest) => {
  const place = `${request.scope} ${request.key}`
  return {
    close: (answer: Kept) =>
      sealWith(config, 'idempotency', JSON.stringify({ content: hashOf(request), answer }), place),
    /** Throws -41020 when it is the answer of a request with another content. */
    open<Answer>(sealed: Buffer): Answer {
      // This process or another replica sealed it from an answer of the same call.
      const kept = JSON.parse(openWith(config, 'idempotency', sealed, place)) as { content: string; answer: Answer }
      if (kept.content !== hashOf(request)) throw new Refusal(-41020)
      return kept.answer
    },
  }
}

const keptKey = z.object({ hash: z.instanceof(Buffer), answer: z.instanceof(Buffer).nullable() })

const find = (database: Database, { scope, key }: KeyedRequest) =>
  database.row(keptKey)`select hash, answer from idempotency_key where scope = ${scope} and key = ${key}`

const claimed = z.object({ created_at: instant })

/**
 * Returns when the key was claimed; undefined when it is not new. Of two requests at once the second waits here until the first has
 * ended.
 */
const claim = async (database: Database, { config }: Pick<Needed, 'config'>, request: KeyedRequest) =>
  (
    await database.row(claimed)`
    insert into idempotency_key (scope, key, call, hash)
    values (${request.scope}, ${request.key}, ${request.call}, ${fingerprint(config, contentPurpose, textOf(request))})
    on conflict do nothing returning created_at`
  )?.created_at

/** Guard: the time of the claim. A request that outlives its lease would replace the answer of the one that has taken over. */
const keep = (database: Database, { scope, key }: KeyedRequest, mine: string, sealed: Buffer) =>
  sendAhead(
    database,
    sql`
      update idempotency_key set answer = ${sealed}, done_at = now()
      where scope = ${scope} and key = ${key} and (answer is null or created_at = ${mine})`,
  )

/** Returns the sealed answer of the request that first used the key. Throws -41020 when another one is under way. */
async function answerOf(
  database: Database,
  { config }: Pick<Needed, 'config'>,
  request: KeyedRequest,
): Promise<Buffer | null | undefined> {
  const row = await find(database, request)
  if (row && !row.answer && !isFingerprint(config, contentPurpose, textOf(request), row.hash)) throw new Refusal(-41020)
  return row?.answer
}

/** Returns the answer of a change that was made before, so that it need not be prepared anew. */
export async function earlierAnswer<Answer extends Kept>(
  services: Needed,
  request: KeyedRequest,
): Promise<Outcome<Answer> | undefined> {
  const sealed = await answerOf(services.system, services, request)
  return sealed ? { answer: sealing(services, request).open<Answer>(sealed), repeated: true } : undefined
}

/**
 * Makes a change once for its key. `work` is handed the transaction that also writes the key, so afterwards either
 * both are there or neither, also when the process is killed in between. A change that is refused or fails leaves its
 * key free.
 */
export function onceInTransaction<Answer extends Kept>(
  services: Needed,
  request: KeyedRequest,
  work: (transaction: SharedTransaction) => Promise<Answer>,
): Promise<Outcome<Answer>> {
  const { close, open } = sealing(services, request)
  return turns(() =>
    services.system.transaction(async transaction => {
      const mine = await claim(transaction, services, request)
      if (!mine) {
        const sealed = await answerOf(transaction, services, request)
        if (!sealed) throw new Error('a key was written without its answer')
        return { answer: open<Answer>(sealed), repeated: true }
      }
      const shared = shareTransaction(transaction)
      const answer = await work(shared)
      await keep(shared.system, request, mine, close(answer))
      return { answer, repeated: false }
    }),
  )
}

/**
 * Does the same for work that waits for an outside service, and so can't hold a transaction: the key is claimed before and the
 * answer kept afterwards, or by `settle` in the transaction that makes the change. When the process is killed before, the next
 * request with the key does the work again.
 */
export async function onceOutside<Answer extends { data?: unknown }>(
  services: Needed,
  request: KeyedRequest,
  work: () => Promise<Answer>,
): Promise<Outcome<Answer>> {
  const { system } = services
  const { close, open } = sealing(services, request)
  const mine = (await claim(system, services, request)) || (await takeOver(services, request))
  if (!mine) {
    const sealed = orRefuse(await answerOf(system, services, request), -41021)
    return { answer: open<Answer>(sealed), repeated: true }
  }
  try {
    const answer = await settling((transaction, data) => keep(transaction, request, mine, close({ data })), work)
    await keep(system, request, mine, close(answer))
    return { answer, repeated: false }
  } catch (error) {
    // Guard: the time of the claim. A request that outlives its lease would free the key under the one that has taken over.
    await system.change`
      delete from idempotency_key
      where scope = ${request.scope} and key = ${request.key} and answer is null and created_at = ${mine}`
    throw error
  }
}

/**
 * Takes over an abandoned request. The time guards it: of two that find the request abandoned, one goes on with it.
 */
const takeOver = async ({ system, config }: Needed, request: KeyedRequest) =>
  (
    await system.row(claimed)`
    update idempotency_key set created_at = now()
    where scope = ${request.scope} and key = ${request.key}
      and hash = any(${fingerprints(config, contentPurpose, textOf(request))}) and answer is null
      and created_at < now() - make_interval(secs => ${lease})
    returning created_at`
  )?.created_at
