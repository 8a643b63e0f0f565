import sql from 'sql-template-tag'
import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { account } from '#contract/records/account.ts'
import { apiToken } from '#contract/records/api-token.ts'
import { company } from '#contract/records/company.ts'
import { employee } from '#contract/records/employee.ts'
import { maxTokens } from '#contract/scope-names.ts'
import { erasedName } from '#server/core/erased-name.ts'
import { lockName } from '#server/database/advisory-lock.ts'
import type { Database } from '#server/database/database.ts'

const found = apiToken.schema
  .pick({ token_id: true, name: true, scopes: true, dept_ids: true, networks: true })
  .extend({
    ...account.schema.pick({ account_id: true, phone: true }).shape,
    employee_id: id,
    role: employee.schema.shape.role,
    company_state: company.schema.shape.state,
    unseen: z.boolean(),
  })

const secretHolds = sql`(secret.expires_at is null or secret.expires_at > now())`
const tokenHolds = sql`token.ended_at is null and token.expires_at > now()`

/** Finds the valid token of a secret, with its creator, who still manages the company. It is read at every call on purpose. */
export const findToken = (system: Database, companyId: string, hash: Buffer) =>
  system.row(found)`
  select token.id as token_id, token.name, token.scopes, token.departments as dept_ids, token.networks,
    account.id as account_id, account.phone, employee.id as employee_id, employee.role, company.state as company_state,
    secret.last_used_at is null or secret.last_used_at <= now() - interval '1 minute' as unseen
  from api_token_secret secret
  join api_token token on token.company_id = secret.company_id and token.id = secret.token_id
  join account on account.id = token.account_id and account.state = 'active'
  join employee on employee.company_id = token.company_id and employee.id = token.employee_id
    and employee.account_id = account.id and employee.state = 'active' and employee.role in ('owner', 'manager')
  join company on company.id = token.company_id
  where secret.company_id = ${companyId} and secret.hash = ${hash} and ${secretHolds} and ${tokenHolds}`

export const noteUse = (system: Database, companyId: string, hash: Buffer, ip: string) =>
  system.change`
  update api_token_secret set last_used_at = now(), last_ip = ${ip}
  where company_id = ${companyId} and hash = ${hash}
    and (last_used_at is null or last_used_at <= now() - interval '1 minute')`

const heldToken = apiToken.schema.pick({ scopes: true, dept_ids: true })

/**
 * Locks the token until the end of the transaction, so that ending or narrowing it waits for the change, or the change waits.
 * Returns its current rights, or undefined where it has ended since the request was admitted.
 */
export const holdToken = (database: Database, companyId: string, hash: Buffer) =>
  database.row(heldToken)`
  select token.scopes, token.departments as dept_ids from api_token token
  join api_token_secret secret on secret.company_id = token.company_id and secret.token_id = token.id
  where token.company_id = ${companyId} and secret.hash = ${hash} and ${secretHolds} and ${tokenHolds}
  for share`

const listed = apiToken.schema.omit({ days: true })

/** Valid tokens come first, so that none is cut off behind many ended ones. Tokens are swept a year after their end. */
export const listTokens = (database: Database, companyId: string) =>
  database.rows(listed)`
  select token.id as token_id, token.name, newest.hint, token.scopes, token.departments as dept_ids, token.networks,
    case when token.end_reason = 'maker' then 'ended' when token.end_reason = 'revoked' then 'revoked'
      when token.expires_at <= now() then 'expired' else 'active' end as state,
    token.made_by, token.created_at, token.expires_at, used.last_used_at, used.last_ip, former.expires_at as overlaps_until
  from api_token token
  cross join lateral (
    select hint from api_token_secret secret
    where secret.company_id = token.company_id and secret.token_id = token.id and secret.expires_at is null
  ) as newest
  left join lateral (
    select last_used_at, last_ip from api_token_secret secret
    where secret.company_id = token.company_id and secret.token_id = token.id and last_used_at is not null
    order by last_used_at desc limit 1
  ) as used on true
  left join lateral (
    select max(expires_at) as expires_at from api_token_secret secret
    where secret.company_id = token.company_id and secret.token_id = token.id and secret.expires_at > now()
  ) as former on true
  where token.company_id = ${companyId}
  order by ${tokenHolds} desc, token.id desc limit 200`

const own = apiToken.schema.pick({ token_id: true, name: true, scopes: true, dept_ids: true, expires_at: true })

export const ownToken = (database: Database, companyId: string, tokenId: string) =>
  database.row(own)`
  select id as token_id, name, scopes, departments as dept_ids, expires_at from api_token
  where company_id = ${companyId} and id = ${tokenId}`

const token = z.object({ token_id: id, name: z.string() })

const madeBefore = token.extend({ request_hash: z.instanceof(Buffer) })

/** Returns the token that an earlier request with this key has created or rotated. */
export const tokenOfRequest = (database: Database, companyId: string, requestKey: string) =>
  database.row(madeBefore)`
  select token.id as token_id, token.name, secret.request_hash
  from api_token_secret secret join api_token token on token.company_id = secret.company_id and token.id = secret.token_id
  where secret.company_id = ${companyId} and secret.request_key = ${requestKey}`

const counted = z.object({ tokens: z.int() })

/** Counts the valid tokens. Guard: the company's lock, so that of two concurrent requests the second counts the first. */
export async function hasRoom(database: Database, companyId: string): Promise<boolean> {
  await lockName(database, `api tokens ${companyId}`)
  const row = await database.row(counted)`
    select count(*)::integer as tokens from api_token token where company_id = ${companyId} and ${tokenHolds}`
  return (row?.tokens ?? 0) < maxTokens
}

const made = z.object({ token_id: id })

interface NewToken {
  companyId: string
  employeeId: string
  name: string
  scopes: string[]
  departments: string[] | null
  networks: string[]
  days: number
}

/** Guard: the creator still manages the company. A concurrent demotion is waited for, or ends the token. */
export const insertToken = (database: Database, { companyId, employeeId, ...made_ }: NewToken) =>
  database.row(made)`
  with maker as (
    select account_id, id, name from employee
    where company_id = ${companyId} and id = ${employeeId} and role in ('owner', 'manager') and state = 'active'
    for share
  )
  insert into api_token (company_id, name, scopes, departments, networks, account_id, employee_id, made_by, expires_at)
  select ${companyId}, ${made_.name}, ${made_.scopes}, ${made_.departments}::uuid[], ${made_.networks}, account_id, id, name,
    now() + make_interval(days => ${made_.days})
  from maker
  returning id as token_id`

interface NewSecret {
  companyId: string
  tokenId: string
  hash: Buffer
  hint: string
  requestKey: string
  requestHash: Buffer
}

export const insertSecret = (
  database: Database,
  { companyId, tokenId, hash, hint, requestKey, requestHash }: NewSecret,
) =>
  database.change`
  insert into api_token_secret (company_id, hash, token_id, hint, request_key, request_hash)
  values (${companyId}, ${hash}, ${tokenId}, ${hint}, ${requestKey}, ${requestHash})`

/** Locks a valid token. Guard: of a concurrent rotation and revocation, the second waits and finds the first's result. */
const lockedToken = apiToken.schema.pick({ name: true, scopes: true, dept_ids: true, networks: true })

export const lockToken = (database: Database, companyId: string, tokenId: string) =>
  database.row(lockedToken)`
  select name, scopes, departments as dept_ids, networks from api_token token
  where company_id = ${companyId} and id = ${tokenId} and ${tokenHolds} for no key update`

/** Lets a token's former secrets stay valid for this many hours. A secret that ends earlier keeps its end. */
export const endSecrets = (database: Database, companyId: string, tokenId: string, overlapHours: number) =>
  database.change`
  update api_token_secret set expires_at = least(expires_at, now() + make_interval(hours => ${overlapHours}))
  where company_id = ${companyId} and token_id = ${tokenId} and (expires_at is null or expires_at > now())`

interface Changed {
  name: string
  scopes: readonly string[]
  departments: readonly string[] | null
  networks: readonly string[]
}

/** Guard: the row's lock, which a change by the token takes as well (`holdToken`): none continues with its former rights. */
export const changeToken = (database: Database, companyId: string, tokenId: string, changes: Changed) =>
  database.change`
  update api_token token
  set name = ${changes.name}, scopes = ${changes.scopes}, departments = ${changes.departments}::uuid[],
    networks = ${changes.networks}
  where company_id = ${companyId} and id = ${tokenId} and ${tokenHolds}`

export const revokeToken = (database: Database, companyId: string, tokenId: string) =>
  database.row(token)`
  update api_token token set ended_at = now(), end_reason = 'revoked'
  where company_id = ${companyId} and id = ${tokenId} and ${tokenHolds}
  returning id as token_id, name`

/** The tokens of an erased account have ended; the company keeps their records, without the name. */
export const eraseFromTokens = (database: Database, accountId: string) =>
  database.change`update api_token set made_by = ${erasedName} where account_id = ${accountId}`
