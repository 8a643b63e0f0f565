import { z } from 'zod'
import { id, instant } from '#contract/fields.ts'
import type { Database } from '#server/database/database.ts'

const account = z.object({ id })
const withdrawn = z.object({ id, withdrawn_at: instant })

export const erasedAccounts = (database: Database) =>
  database.rows(account)`select id from account where state = 'deleted' order by id`

/** Returns those of these accounts that are not erased here. */
export const notErased = (database: Database, ids: readonly string[]) =>
  database.rows(account)`select id from account where id = any(${ids}::uuid[]) and state <> 'deleted' order by id`

export const consentsWithdrawnSince = (database: Database, moment: string) =>
  database.rows(withdrawn)`select id, withdrawn_at from consent where withdrawn_at > ${moment}`

export const withdrawAgain = (database: Database, consents: readonly z.output<typeof withdrawn>[]) =>
  database.change`
    update consent set withdrawn_at = later.withdrawn_at
    from jsonb_to_recordset(${JSON.stringify(consents)}::jsonb) as later (id uuid, withdrawn_at timestamptz)
    where consent.id = later.id and consent.withdrawn_at is null`
