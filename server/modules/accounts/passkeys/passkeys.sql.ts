import sql, { type Sql } from 'sql-template-tag'
import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { passkey } from '#contract/records/passkey.ts'
import { maxPasskeys } from '#contract/records/passkey-fields.ts'
import type { Database } from '#server/database/database.ts'
import { selectList } from '#server/database/select-list.ts'
import type { Holder } from '../throttle.ts'

const isOf = (holder: Holder): Sql => {
  const [kind, holderId] = holder.split(':', 2)
  return kind === 'account' ? sql`holder.account_id = ${holderId}` : sql`holder.operator_id = ${holderId}`
}

/** A passkey with what a signature is checked against, and its holder in the current generation. */
const storedPasskey = passkey.schema.pick({ passkey_id: true, name: true }).extend({
  credential_id: z.string(),
  public_key: z.instanceof(Buffer),
  counter: z.int(),
  user_handle: z.instanceof(Buffer),
  holder_kind: z.enum(['account', 'operator']),
  holder_id: id,
  state: z.string(),
  generation: z.int(),
})
export type StoredPasskey = z.output<typeof storedPasskey>

export const findPasskey = (database: Database, credentialId: string) =>
  database.row(storedPasskey)`
    select passkey.id as passkey_id, passkey.name, credential_id, public_key, counter, user_handle,
      case when account.id is null then 'operator' else 'account' end as holder_kind,
      coalesce(account.id, operator.id) as holder_id, coalesce(account.state, operator.state) as state,
      coalesce(account.generation, operator.generation) as generation
    from passkey join passkey_holder holder using (user_handle)
    left join account on account.id = holder.account_id
    left join operator on operator.id = holder.operator_id
    where credential_id = ${credentialId}`

/**
 * Guard: the counter only grows, where the authenticator counts at all, so the second use of one signature, or of a copied passkey,
 * is refused. Reports false then, and when the passkey was removed since. The holder is locked first, as everywhere that removes
 * passkeys.
 */
export const notePasskeyUse = async (
  database: Database,
  { passkey_id, holder_kind, holder_id }: StoredPasskey,
  counter: number,
) =>
  (await database.change`
    with locked as materialized (
      ${holder_kind === 'account' ? sql`select from account` : sql`select from operator`}
      where id = ${holder_id} for no key update
    )
    update passkey set counter = ${counter}, last_used_at = now() from locked
    where passkey.id = ${passkey_id} and (counter < ${counter} or (counter = 0 and ${counter}::bigint = 0))`) === 1

const listedColumns = selectList(passkey.schema, { passkey_id: 'id' }, 'passkey')

export const passkeysOf = (database: Database, holder: Holder) =>
  database.rows(passkey.schema)`
    select ${listedColumns} from passkey join passkey_holder holder using (user_handle)
    where ${isOf(holder)} order by passkey.id`

const descriptor = z.object({ credential_id: z.string(), transports: z.array(z.string()) })

/** Returns the credentials in WebAuthn's terms. */
export const credentialsOfHolder = async (database: Database, holder: Holder) =>
  (
    await database.rows(descriptor)`
      select credential_id, transports from passkey join passkey_holder holder using (user_handle)
      where ${isOf(holder)} order by passkey.id`
  ).map(({ credential_id, transports }) => ({ id: credential_id, type: 'public-key' as const, transports }))

const handle = z.object({ user_handle: z.instanceof(Buffer) })

export const findHandle = (database: Database, holder: Holder) =>
  database.row(handle)`select user_handle from passkey_holder holder where ${isOf(holder)}`

/** Keeps a handle unless the holder has one already. */
export const insertHandle = (database: Database, holder: Holder, userHandle: Buffer) => {
  const [kind, holderId] = holder.split(':', 2)
  return database.change`
    insert into passkey_holder (user_handle, account_id, operator_id)
    values (${userHandle}, ${kind === 'account' ? holderId : null}, ${kind === 'operator' ? holderId : null})
    on conflict do nothing`
}

export interface NewPasskey {
  credentialId: string
  publicKey: Buffer
  counter: number
  transports: string[]
  name: string
}

/**
 * Returns undefined when the credential is known, or the holder has reached the maximum. The caller has locked the holder, so that
 * the count stays valid.
 */
export const insertPasskey = (database: Database, holder: Holder, added: NewPasskey) =>
  database.row(passkey.schema)`
    insert into passkey (user_handle, credential_id, public_key, counter, transports, name)
    select user_handle, ${added.credentialId}, ${added.publicKey}, ${added.counter}, ${added.transports}::text[],
      ${added.name}
    from passkey_holder holder
    where ${isOf(holder)}
      and (select count(*) from passkey where passkey.user_handle = holder.user_handle) < ${maxPasskeys}::integer
    on conflict (credential_id) do nothing
    returning ${listedColumns}`

export const renamePasskey = (database: Database, holder: Holder, passkeyId: string, name: string) =>
  database.change`
    update passkey set name = ${name} from passkey_holder holder
    where passkey.id = ${passkeyId} and holder.user_handle = passkey.user_handle and ${isOf(holder)}`

const removed = passkey.schema.pick({ name: true })

export const deletePasskey = (database: Database, holder: Holder, passkeyId: string) =>
  database.row(removed)`
    delete from passkey using passkey_holder holder
    where passkey.id = ${passkeyId} and holder.user_handle = passkey.user_handle and ${isOf(holder)}
    returning passkey.name`

/** Removes all passkeys of a holder, with the handle. */
export async function deletePasskeys(database: Database, holder: Holder): Promise<void> {
  await database.change`
    delete from passkey using passkey_holder holder
    where holder.user_handle = passkey.user_handle and ${isOf(holder)}`
  await database.change`delete from passkey_holder holder where ${isOf(holder)}`
}
