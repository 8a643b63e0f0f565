import sql from 'sql-template-tag'
import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { company } from '#contract/records/company.ts'
import { employee } from '#contract/records/employee.ts'
import { companyDomain, signIn, signInLink } from '#contract/records/sign-in.ts'
import { maxDomains } from '#contract/sign-in-names.ts'
import { lockName } from '#server/database/advisory-lock.ts'
import { countRows } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'
import { endFamilies } from '#server/modules/accounts/endings.sql.ts'

const settings = signIn.schema

export const findSettings = (database: Database, companyId: string) =>
  database.row(settings)`
  select kind, issuer, client_id, state, required, tested_at from company_sign_in where company_id = ${companyId}`

export const lockSettings = (transaction: Database, companyId: string) =>
  transaction.row(settings)`
  select kind, issuer, client_id, state, required, tested_at from company_sign_in
  where company_id = ${companyId} for update`

interface NewSettings {
  companyId: string
  kind: string
  issuer: string
  clientId: string
  /** Null keeps the present one. */
  sealed: Buffer | null
}

/** Changed settings have to be tested again. Returns zero where there is no secret to keep. */
export const writeSettings = (transaction: Database, { companyId, kind, issuer, clientId, sealed }: NewSettings) =>
  sealed
    ? transaction.change`
      insert into company_sign_in (company_id, kind, issuer, client_id, secret_sealed)
      values (${companyId}, ${kind}, ${issuer}, ${clientId}, ${sealed})
      on conflict (company_id) do update set kind = excluded.kind, issuer = excluded.issuer,
        client_id = excluded.client_id, secret_sealed = excluded.secret_sealed, tested_at = null, state = 'off',
        required = false`
    : transaction.change`
      update company_sign_in set kind = ${kind}, issuer = ${issuer}, client_id = ${clientId}, tested_at = null,
        state = 'off', required = false
      where company_id = ${companyId} and secret_sealed <> ''`

/** Ends attempts that were begun with other settings. */
export async function endBegun(transaction: Database, companyId: string): Promise<void> {
  await transaction.change`delete from sign_in_attempt where company_id = ${companyId}`
  await transaction.change`delete from sign_in_ticket where company_id = ${companyId}`
}

/** Guards: it was tested with these settings, and a domain is still the company's. */
export const switchSettings = (
  transaction: Database,
  companyId: string,
  { state, required }: { state: 'off' | 'on'; required: boolean },
) =>
  transaction.change`
  update company_sign_in set state = ${state}, required = ${required}
  where company_id = ${companyId} and (${state} = 'off' or tested_at is not null and exists (
    select from company_domain domain where domain.company_id = ${companyId} and proved_at is not null))`

export const listDomains = (database: Database, companyId: string) =>
  database.rows(companyDomain.schema)`
  select domain, token, created_at, proved_at from company_domain where company_id = ${companyId} order by domain`

export const findDomain = (database: Database, companyId: string, domain: string) =>
  database.row(companyDomain.schema)`
  select domain, token, created_at, proved_at from company_domain
  where company_id = ${companyId} and domain = ${domain}`

/** Locks the state that both switching on and removing a domain depend on. */
export const lockDomains = (transaction: Database, companyId: string) =>
  lockName(transaction, `company domains ${companyId}`)

/** Returns zero where the company has it already; undefined where it has reached the maximum. */
export async function insertDomain(
  transaction: Database,
  { companyId, domain, token }: { companyId: string; domain: string; token: string },
): Promise<'added' | 'known' | 'full'> {
  await lockDomains(transaction, companyId)
  const present = await listDomains(transaction, companyId)
  if (present.some(each => each.domain === domain)) return 'known'
  if (present.length >= maxDomains) return 'full'
  await transaction.change`
    insert into company_domain (company_id, domain, token) values (${companyId}, ${domain}, ${token})`
  return 'added'
}

/** Guard: the token that was found; a domain that was removed and added meanwhile has another. */
export const proveDomain = (transaction: Database, companyId: string, domain: string, token: string) =>
  transaction.change`
  update company_domain set proved_at = now() where company_id = ${companyId} and domain = ${domain} and token = ${token}`

export const deleteDomain = (transaction: Database, companyId: string, domain: string) =>
  transaction.change`delete from company_domain where company_id = ${companyId} and domain = ${domain}`

const found = company.schema.pick({ company_id: true, name: true })

export const companiesOfDomain = (system: Database, domain: string) =>
  system.rows(found)`
  select company.id as company_id, company.name
  from company_domain
  join company_sign_in using (company_id)
  join company on company.id = company_domain.company_id
  where domain = ${domain} and proved_at is not null and company_sign_in.state = 'on' and company.state <> 'frozen'
  order by company.name limit 20`

const listed = signInLink.schema

export const listLinks = (database: Database, companyId: string, most: number) =>
  database.rows(listed)`
  select link.employee_id, employee.name, link.shown, link.created_at, link.last_used_at
  from sign_in_link link
  join employee on employee.company_id = link.company_id and employee.id = link.employee_id
  where link.company_id = ${companyId} order by link.created_at desc, link.employee_id limit ${most}`

export const countLinks = (database: Database, companyId: string) =>
  countRows(database, sql`sign_in_link where company_id = ${companyId}`)

const ended = z.object({ account_id: id, employee_id: id, name: z.string(), shown: z.string() })

/** Deletes one person's link, or all of the company. */
export const deleteLinks = (transaction: Database, companyId: string, employeeId?: string) =>
  transaction.rows(ended)`
  delete from sign_in_link link using employee
  where link.company_id = ${companyId} and employee.company_id = link.company_id and employee.id = link.employee_id
    and (${employeeId ?? null}::uuid is null or link.employee_id = ${employeeId ?? null}::uuid)
  returning link.account_id, link.employee_id, employee.name, link.shown`

/**
 * Ends the sessions that the company's provider has opened: of these accounts, or of everybody who is linked. A concurrent login
 * holds its link's lock, so that it is waited for, and its session found.
 */
export const endOpened = (transaction: Database, companyId: string, accountIds?: readonly string[]) =>
  endFamilies(
    transaction,
    sql`
      select family_id from session
      where opened_by = ${companyId} and ended_at is null and account_id = any(
        coalesce(${accountIds ?? null}::uuid[], array(select account_id from sign_in_link where company_id = ${companyId})))`,
    'manager',
  )

const ownLink = signInLink.schema
  .pick({ shown: true, created_at: true, last_used_at: true })
  .extend({ company_name: company.schema.shape.name, company_id: id, employee_id: id })

export const findOwnLink = (system: Database, accountId: string) =>
  system.row(ownLink)`
  select link.shown, link.created_at, link.last_used_at, company.name as company_name, link.company_id, link.employee_id
  from sign_in_link link join company on company.id = link.company_id
  where link.account_id = ${accountId} limit 1`

const demand = employee.schema.pick({ employee_id: true, name: true, role: true }).extend({ company_id: id })

/** Finds the company whose provider this account has to log in by. */
export const findDemand = (system: Database, accountId: string) =>
  system.row(demand)`
  select employee.company_id, employee.id as employee_id, employee.name, employee.role
  from employee
  join company_sign_in using (company_id)
  join company on company.id = employee.company_id
  where employee.account_id = ${accountId} and employee.state = 'active' and company_sign_in.required
    and company.state <> 'frozen'`
