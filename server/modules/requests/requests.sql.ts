import sql, { empty } from 'sql-template-tag'
import { z } from 'zod'
import { id } from '#contract/fields.ts'
import type { ParsedOf } from '#contract/index.ts'
import { accessRequest } from '#contract/records/access-request.ts'
import { openRequests, type RequestState } from '#contract/request-names.ts'
import { countRows } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'

export const isOpen = sql`request.state = 'open' and request.expires_at > now()`

/**
 * Adds a request. Returns undefined where the person has reached the maximum of open ones. The person's row is locked by then, so
 * that concurrent requests are counted one after the other.
 */
export const insertRequest = (
  company: Database,
  of: { companyId: string; employeeId: string; expiresAt: string },
  { kind, days, device_id, note }: ParsedOf<'requestAccess'>,
) =>
  company.row(z.object({ id }))`
    insert into access_request (company_id, employee_id, kind, days, device_id, note, expires_at)
    select ${of.companyId}, ${of.employeeId}, ${kind}, ${days ?? null}, ${device_id ?? null}, ${note}, ${of.expiresAt}
    where (
      select count(*) from access_request request
      where request.company_id = ${of.companyId} and employee_id = ${of.employeeId} and ${isOpen}
    ) < ${openRequests}::integer
    returning id`

/** Serializes the requests of one person. Returns 0 for a person who no longer works there. */
export const lockRequester = (company: Database, companyId: string, employeeId: string) =>
  company.change`
    select from employee where company_id = ${companyId} and id = ${employeeId} and state = 'active' for no key update`

/** Reports whether the same is already requested: days, or this device. Lines differ by their purpose. */
export const countAlike = (
  company: Database,
  companyId: string,
  employeeId: string,
  { kind, device_id }: Pick<ParsedOf<'requestAccess'>, 'kind' | 'device_id'>,
) =>
  countRows(
    company,
    sql`access_request request where request.company_id = ${companyId} and employee_id = ${employeeId} and ${isOpen}
      and kind = ${kind} and kind <> 'line' and request.device_id is not distinct from ${device_id ?? null}::uuid`,
  )

/** Returns 0 where the device is no longer this person's. */
export const countDevice = (company: Database, companyId: string, employeeId: string, deviceId: string) =>
  countRows(company, sql`device where company_id = ${companyId} and employee_id = ${employeeId} and id = ${deviceId}`)

export const countPendingDevice = (company: Database, companyId: string, employeeId: string, deviceId: string) =>
  countRows(
    company,
    sql`device where company_id = ${companyId} and employee_id = ${employeeId} and id = ${deviceId}
      and audit_state <> 'approved'`,
  )

const decided = accessRequest.schema
  .pick({ request_id: true, kind: true, days: true, device_id: true })
  .extend({ employee_id: id, employee_name: z.string(), account_id: id.nullable() })
export type Decided = z.output<typeof decided>

interface Decision {
  state: Extract<RequestState, 'approved' | 'refused' | 'withdrawn'>
  by: string | null
  reason: string
  /** The granted days, where they differ from the requested ones: the request then shows these. */
  days?: number | undefined
  /** Limits the decision to this person's own request. */
  employeeId?: string
}

/** Guard: the state and the end. Of concurrent decisions the row's lock lets one through, and the others find it decided. */
export const decide = (company: Database, companyId: string, requestId: string, decision: Decision) =>
  company.row(decided)`
    update access_request request
    set state = ${decision.state}, decided_by = ${decision.by}, reason = ${decision.reason}, decided_at = now(),
      days = case when request.kind = 'days' then coalesce(${decision.days ?? null}::integer, request.days) end
    from employee
    where request.company_id = ${companyId} and request.id = ${requestId} and ${isOpen}
      and employee.company_id = ${companyId} and employee.id = request.employee_id
      ${decision.employeeId ? sql`and request.employee_id = ${decision.employeeId}` : empty}
    returning request.id as request_id, request.kind, request.days, request.device_id, employee.id as employee_id,
      employee.name as employee_name, employee.account_id`

/** Records the act that granted a request, so that the request shows when this is undone. */
export const noteAct = (company: Database, companyId: string, requestId: string, activityId: string) =>
  company.change`
    update access_request set activity_id = ${activityId}
    where company_id = ${companyId} and id = ${requestId} and state = 'approved'`

const lapsingCompany = z.object({ company_id: id })

export const companiesLapsing = (system: Database) =>
  system.rows(lapsingCompany)`
    select distinct company_id from access_request where state = 'open' and expires_at <= now() order by company_id`

/** Lets a batch of one company's requests lapse. Two concurrent replicas share the work. */
export const lapse = (transaction: Database, companyId: string, limit: number) =>
  transaction.rows(decided)`
    update access_request request set state = 'lapsed', decided_at = now()
    from employee
    where (request.company_id, request.id) in (
        select company_id, id from access_request
        where company_id = ${companyId} and state = 'open' and expires_at <= now() order by expires_at limit ${limit} for update skip locked)
      and employee.company_id = request.company_id and employee.id = request.employee_id
    returning request.id as request_id, request.kind, request.days, request.device_id,
      employee.id as employee_id, employee.name as employee_name, employee.account_id`
