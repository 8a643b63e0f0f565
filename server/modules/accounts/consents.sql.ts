import type { ConsentKind } from '#contract/consent-names.ts'
import { getConsents } from '#contract/consents.ts'
import type { Database } from '#server/database/database.ts'
import { selectList } from '#server/database/select-list.ts'

const consent = getConsents.output.shape.list.element

/** Records the wording of the box. The same wording again changes nothing. */
export const recordConsent = (
  database: Database,
  accountId: string,
  kind: ConsentKind,
  version: string,
  requestId: string,
) =>
  database.change`
    insert into consent (account_id, kind, version, request_id) values (${accountId}, ${kind}, ${version}, ${requestId})
    on conflict (account_id, kind, version) where withdrawn_at is null do nothing`

/** Reports whether a consent holds, which then can't be withdrawn until the transaction ends. */
export const holdsConsent = async (transaction: Database, accountId: string, kind: ConsentKind): Promise<boolean> =>
  (await transaction.change`
    select from consent where account_id = ${accountId} and kind = ${kind} and withdrawn_at is null for share`) > 0

/** Guard: only a consent that was not withdrawn before. */
export const endConsent = (database: Database, accountId: string, kind: ConsentKind) =>
  database.change`
    update consent set withdrawn_at = now() where account_id = ${accountId} and kind = ${kind} and withdrawn_at is null`

export const listConsents = (database: Database, accountId: string) =>
  database.rows(consent)`
    select ${selectList(consent)} from consent where account_id = ${accountId} order by given_at desc, id desc limit 200`

export const eraseConsents = (database: Database, accountId: string) =>
  database.change`delete from consent where account_id = ${accountId}`
