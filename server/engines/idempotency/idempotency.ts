import { hash } from 'node:crypto'
import sql from 'sql-template-tag'
import { z } from 'zod'
import { instant } from '#contract/fields.ts'
import { fingerprint, fingerprints, isFingerprint, openWith, sealWith } from '#server/core/keyring.ts'
import { orRefuse, Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'
import { type SharedTransaction, shareTransaction } from '#server/database/shared-transaction.ts'
import { queueStatement } from '#server/database/transaction.ts'
import type { Services } from '../services.ts'
import { settling } from './settle.ts'

/** A change that must take effect once, however often it is sent. */
export interface KeyedRequest {
  /** The sender: `account:<id>`, `operator:<id>` or `public`. Keys of different senders never collide. */
  scope: string
  key: string
  call: string
  /** The whole content of the request. The same key with other content is refused. */
  content: unknown
}

/** The answer of a change, stored for repetitions. */
type Kept = object

export interface Outcome<Answer> {
  answer: Answer
  /** True if the change had already been made and this is its original answer. */
  repeated: boolean
}

/** Seconds after which an unfinished `outside` request may be tried again. */
const lease = 120

type Needed = Pick<Services, 'config' | 'system'>

const textOf = ({ call, content }: KeyedRequest) => JSON.stringify([call, content])

/**
 * The content may hold a password or a code, which a reader of the table could guess from an unkeyed hash. The keyed fingerprint is
 * used while the change is in progress; afterwards a hash in the sealed answer, which is included in a key rotation.
 */
const contentPurpose = 'idempotency-content'
const hashOf = (request: KeyedRequest) => hash('sha256', textOf(request), 'base64url')

/** Kept answers may hold a session's sid or a first password, so they are sealed like every secret at rest. */
const sealing = ({ config }: Pick<Needed, 'config'>, request: KeyedRequest) => {
  const place = `${request.scope} ${request.key}`
  return {
    close: (answer: Kept) =>
      sealWith(config, 'idempotency', JSON.stringify({ content: hashOf(request), answer }), place),
    /** Throws -41020 if the answer belongs to a request with different content. */
    open<Answer>(sealed: Buffer): Answer {
      // The cast holds because this process or another replica sealed an answer of the same call.
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
 * Returns when the key was claimed; undefined if it is not new. Of two concurrent requests the second waits here until the first
 * has ended.
 */
const claim = async (database: Database, { config }: Pick<Needed, 'config'>, request: KeyedRequest) =>
  (
    await database.row(claimed)`
    insert into idempotency_key (scope, key, call, hash)
    values (${request.scope}, ${request.key}, ${request.call}, ${fingerprint(config, contentPurpose, textOf(request))})
    on conflict do nothing returning created_at`
  )?.created_at

/** Guard: the time of the claim. A request that outlives its lease would replace the answer of its successor. */
const keep = (database: Database, { scope, key }: KeyedRequest, mine: string, sealed: Buffer) =>
  queueStatement(
    database,
    sql`
      update idempotency_key set answer = ${sealed}, done_at = now()
      where scope = ${scope} and key = ${key} and (answer is null or created_at = ${mine})`,
  )

/** Returns the sealed answer of the request that first used the key. Throws -41020 if another request is in progress. */
async function answerOf(
  database: Database,
  { config }: Pick<Needed, 'config'>,
  request: KeyedRequest,
): Promise<Buffer | null | undefined> {
  const row = await find(database, request)
  if (row && !row.answer && !isFingerprint(config, contentPurpose, textOf(request), row.hash)) throw new Refusal(-41020)
  return row?.answer
}

/** Returns the answer of a change that was already made, so that it is not prepared again. */
export async function earlierAnswer<Answer extends Kept>(
  services: Needed,
  request: KeyedRequest,
): Promise<Outcome<Answer> | undefined> {
  const sealed = await answerOf(services.system, services, request)
  return sealed ? { answer: sealing(services, request).open<Answer>(sealed), repeated: true } : undefined
}

/**
 * Makes a change once per key. `work` receives the transaction that also writes the key, so both exist afterwards or neither does,
 * even if the process is killed in between. A change that is refused or fails leaves its key free.
 */
export function onceInTransaction<Answer extends Kept>(
  services: Needed,
  request: KeyedRequest,
  work: (transaction: SharedTransaction) => Promise<Answer>,
): Promise<Outcome<Answer>> {
  const { close, open } = sealing(services, request)
  return services.system.transaction(async transaction => {
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
  })
}

/**
 * Does the same for work that waits for an external service and so cannot hold a transaction: the key is claimed before and the
 * answer stored afterwards, or by `settle` in the transaction that makes the change. If the process is killed before that, the next
 * request with the key repeats the work.
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
    // Guard: the time of the claim. A request that outlives its lease would free the key of its successor.
    await system.change`
      delete from idempotency_key
      where scope = ${request.scope} and key = ${request.key} and answer is null and created_at = ${mine}`
    throw error
  }
}

/**
 * Takes over an abandoned request. The time of the claim guards it: of two requests that find it abandoned, one continues with it.
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
