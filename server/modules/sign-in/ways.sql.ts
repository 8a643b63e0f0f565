import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { account } from '#contract/records/account.ts'
import { company } from '#contract/records/company.ts'
import { signIn } from '#contract/records/sign-in.ts'
import { signInMinutes } from '#contract/sign-in-names.ts'
import type { Database } from '#server/database/database.ts'

const provider = signIn.schema
  .pick({ kind: true, issuer: true, client_id: true, state: true })
  .extend({ secret_sealed: z.instanceof(Buffer), company_name: company.schema.shape.name })
export type StoredProvider = z.output<typeof provider>

/** Returns the provider of a company that is not frozen, if it can be used at all. */
export const findProvider = (system: Database, companyId: string) =>
  system.row(provider)`
  select sign_in.kind, sign_in.issuer, sign_in.client_id, sign_in.state, sign_in.secret_sealed, company.name as company_name
  from company_sign_in sign_in join company on company.id = sign_in.company_id
  where sign_in.company_id = ${companyId} and sign_in.secret_sealed <> '' and company.state <> 'frozen'`

export type Purpose = 'login' | 'test'

interface Attempt {
  companyId: string
  stateHash: Buffer
  browserHash: Buffer
}

export const insertAttempt = (
  transaction: Database,
  { companyId, stateHash, browserHash, purpose }: Attempt & { purpose: Purpose },
) =>
  transaction.change`
  insert into sign_in_attempt (company_id, state_hash, browser_hash, purpose, expires_at)
  values (${companyId}, ${stateHash}, ${browserHash}, ${purpose}, now() + make_interval(mins => ${signInMinutes}))`

const spent = z.object({ purpose: z.enum(['login', 'test']) })

/** Uses an attempt up. Guard: of two concurrent answers the second finds it gone. */
export const spendAttempt = (counting: Database, { companyId, stateHash, browserHash }: Attempt) =>
  counting.row(spent)`
  delete from sign_in_attempt
  where company_id = ${companyId} and state_hash = ${stateHash} and browser_hash = ${browserHash} and expires_at > now()
  returning purpose`

/** Guard: the settings are still those with which the person came back. */
export const noteTest = (transaction: Database, companyId: string, { secret_sealed }: StoredProvider) =>
  transaction.change`
  update company_sign_in set tested_at = now() where company_id = ${companyId} and secret_sealed = ${secret_sealed}`

const owned = z.object({ domain: z.string() })

export const findOwned = (system: Database, companyId: string, domain: string) =>
  system.row(owned)`
  select domain from company_domain
  where company_id = ${companyId} and domain = ${domain} and proved_at is not null`

const used = account.schema.pick({ account_id: true, state: true }).extend({ generation: z.int() })

/**
 * Finds the subject's account, and locks the link until the session is open. Guards: the person still belongs to the company, the
 * company's sign-in is on, and with the same provider; ending one of them waits, and then ends the session.
 */
export const useLink = (transaction: Database, companyId: string, subject: string, { secret_sealed }: StoredProvider) =>
  transaction.row(used)`
  with held as materialized (
    select company_id from company_sign_in
    where company_id = ${companyId} and state = 'on' and secret_sealed = ${secret_sealed} for share
  )
  update sign_in_link link set last_used_at = now()
  from held, employee, account
  where link.company_id = held.company_id and link.subject = ${subject}
    and employee.company_id = link.company_id and employee.id = link.employee_id and employee.account_id = link.account_id
    and employee.state = 'active' and account.id = link.account_id
  returning account.id as account_id, account.state, account.generation`

/** Guard: the company's sign-in is still on, and with the provider that vouched. Its end waits, and then ends the ticket too. */
export const insertTicket = (
  transaction: Database,
  ticket: { companyId: string; hash: Buffer; subject: string; shown: string },
  { secret_sealed }: StoredProvider,
) =>
  transaction.change`
  insert into sign_in_ticket (company_id, ticket_hash, subject, shown, expires_at)
  select company_id, ${ticket.hash}, ${ticket.subject}, ${ticket.shown}, now() + make_interval(mins => ${signInMinutes})
  from company_sign_in
  where company_id = ${ticket.companyId} and state = 'on' and secret_sealed = ${secret_sealed} for share`

const redeemed = z.object({ subject: z.string(), shown: z.string() })

/** Uses a ticket up. Guard: of two concurrent uses the second finds it gone. */
export const spendTicket = (transaction: Database, companyId: string, hash: Buffer) =>
  transaction.row(redeemed)`
  delete from sign_in_ticket where company_id = ${companyId} and ticket_hash = ${hash} and expires_at > now()
  returning subject, shown`

const linked = z.object({ employee_id: id, name: z.string() })

interface NewLink {
  companyId: string
  accountId: string
  subject: string
  shown: string
}

/** Guards: the person still belongs to the company; the keys, by which neither side is linked twice. */
export const insertLink = (transaction: Database, { companyId, accountId, subject, shown }: NewLink) =>
  transaction.row(linked)`
  with person as materialized (
    select id, name from employee
    where company_id = ${companyId} and account_id = ${accountId} and state = 'active' for share
  ), added as (
    insert into sign_in_link (company_id, subject, employee_id, account_id, shown)
    select ${companyId}, ${subject}, id, ${accountId}, ${shown} from person
    on conflict do nothing
    returning employee_id
  )
  select employee_id, name from added join person on person.id = added.employee_id`
