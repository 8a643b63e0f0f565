import sql from 'sql-template-tag'
import type { Database } from '#server/database/database.ts'
import { sendAhead } from '#server/database/transaction.ts'

/** An old sid still answers for this many seconds after the first use of the one that takes over, so that other tabs can change over. */
const grace = 60
/** Seconds for which a handed out sid may still be on its way. Pages wait for 60. */
const onItsWay = 120

/** Locks the first session of a login, as do all who hand out a sid of it or end it: each waits for the others. */
export const lockFamily = (transaction: Database, familyId: string) =>
  transaction.change`select from session where id = ${familyId} for no key update`

interface Former {
  sessionId: string
  familyId: string
}

/**
 * Hands out a sid that takes over with its first use, and goes on with the session's age, proof and generation. Until then the
 * session lives on: the answer may get lost on its way. A sid that nobody has used for so long was lost, and ends. Reports false when
 * the session was replaced, or when another tab was first.
 */
export const handOut = (database: Database, { sessionId, familyId }: Former, newHash: Buffer): Promise<boolean> =>
  database.transaction(async transaction => {
    // The account comes before its sessions, as where it is changed and they are ended: the new row refers to it.
    await sendAhead(
      transaction,
      sql`select from account where id = (select account_id from session where id = ${sessionId}) for key share`,
    )
    // Guard: without the lock two tabs would each be handed a sid, and the login would go on twice.
    await lockFamily(transaction, familyId)
    await transaction.change`
      update session set ended_at = now(), end_reason = 'replaced'
      where family_id = ${familyId} and takes_over = ${sessionId} and ended_at is null
        and last_seen_at <= now() - make_interval(secs => ${onItsWay})`
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

/** Notes the first use of a sid, which replaces the one that it was handed out for. */
export const takeOver = (database: Database, { sessionId, familyId, formerId }: Former & { formerId: string }) =>
  database.transaction(async transaction => {
    // Whoever ends the family locks its sessions in any order, and would otherwise wait for this one as this one waits for it.
    await lockFamily(transaction, familyId)
    const isFirst = await transaction.change`
      update session set takes_over = null, last_seen_at = now()
      where id = ${sessionId} and takes_over = ${formerId} and (ended_at is null or ended_at > now())`
    if (isFirst)
      await transaction.change`
        update session set ended_at = now() + make_interval(secs => ${grace}), end_reason = 'replaced'
        where id = ${formerId} and ended_at is null`
  })
