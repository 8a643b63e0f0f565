import sql from 'sql-template-tag'
import type { Database } from '#server/database/database.ts'
import { queueStatement } from '#server/database/transaction.ts'

/** Seconds that an old sid is still valid after the first use of its successor, so that other tabs can change over. */
const grace = 60
/** Seconds for which a new sid may still be on its way to the page. Pages wait for 60. */
const deliverySeconds = 120

/** Locks the first session of a login. Everything that hands out or ends a sid of it takes this lock. */
export const lockFamily = (transaction: Database, familyId: string) =>
  transaction.change`select from session where id = ${familyId} for no key update`

interface Former {
  sessionId: string
  familyId: string
}

/**
 * Hands out a sid that takes over with its first use, with the session's age, proof and generation. Until then the former session
 * lives on, since the answer may get lost. A sid that stays unused past `deliverySeconds` was lost, and ends. Reports false when the
 * session was replaced, or when another tab came first.
 */
export const handOut = (database: Database, { sessionId, familyId }: Former, newHash: Buffer): Promise<boolean> =>
  database.transaction(async transaction => {
    // The account is locked before its sessions, as where it is changed and they are ended: the new row refers to it.
    await queueStatement(
      transaction,
      sql`select from account where id = (select account_id from session where id = ${sessionId}) for key share`,
    )
    // Guard: without the lock two tabs would each get a sid, and the login would continue twice.
    await lockFamily(transaction, familyId)
    await transaction.change`
      update session set ended_at = now(), end_reason = 'replaced'
      where family_id = ${familyId} and takes_over = ${sessionId} and ended_at is null
        and last_seen_at <= now() - make_interval(secs => ${deliverySeconds})`
    const handedOut = await transaction.change`
      insert into session
        (sid_hash, account_id, family_id, takes_over, generation, proved_at, client_name, client_version, ip, user_agent,
          device_key, opened_by, unjudged, created_at, expires_at)
      select ${newHash}, account_id, family_id, id, generation, proved_at, client_name, client_version, ip, user_agent,
        device_key, opened_by, unjudged, created_at, expires_at
      from session
      where id = ${sessionId} and ended_at is null and not exists (
        select from session next
        where next.family_id = ${familyId} and next.takes_over = ${sessionId} and next.ended_at is null)`
    return handedOut === 1
  })

/** Records the first use of a sid, which replaces the one that it was handed out for. */
export const takeOver = (database: Database, { sessionId, familyId, formerId }: Former & { formerId: string }) =>
  database.transaction(async transaction => {
    // Ending the family locks its sessions in any order; without this lock the two could deadlock.
    await lockFamily(transaction, familyId)
    const isFirst = await transaction.change`
      update session set takes_over = null, last_seen_at = now()
      where id = ${sessionId} and takes_over = ${formerId} and (ended_at is null or ended_at > now())`
    if (isFirst)
      await transaction.change`
        update session set ended_at = now() + make_interval(secs => ${grace}), end_reason = 'replaced'
        where id = ${formerId} and ended_at is null`
  })
