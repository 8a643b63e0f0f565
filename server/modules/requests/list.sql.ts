import sql, { empty, type Sql } from 'sql-template-tag'
import type { ParsedOf } from '#contract/index.ts'
import { accessRequest } from '#contract/records/access-request.ts'
import type { RequestState } from '#contract/request-names.ts'
import { getRequestList } from '#contract/requests.ts'
import { countRows } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'
import type { Page } from '#server/database/listed.ts'
import { departmentPath } from '#server/modules/people/department-path.ts'
import { isOpen } from './requests.sql.ts'

const columns = sql`request.id as request_id, request.kind, request.days, request.device_id, device.name as device_name,
  request.note, case when request.state = 'open' and request.expires_at <= now() then 'lapsed' else request.state end as state,
  request.decided_by, request.reason, request.decided_at, act.undone_at as taken_back_at, request.created_at, request.expires_at`

const source = sql`access_request request
  left join device on device.company_id = request.company_id and device.id = request.device_id
  left join activity act on act.company_id = request.company_id and act.id = request.activity_id`

export const listOwnRequests = (company: Database, companyId: string, employeeId: string, requestId?: string) =>
  company.rows(accessRequest.schema)`
    select ${columns} from ${source}
    where request.company_id = ${companyId} and request.employee_id = ${employeeId}
      ${requestId ? sql`and request.id = ${requestId}` : empty}
    order by request.id desc limit 20`

const listed = getRequestList.output.shape.list.element

const filtered = (
  companyId: string,
  { state, request_id }: Pick<ParsedOf<'getRequestList'>, 'state' | 'request_id'>,
) => {
  const states: Partial<Record<RequestState, Sql>> = {
    open: isOpen,
    lapsed: sql`(request.state = 'lapsed' or (request.state = 'open' and request.expires_at <= now()))`,
  }
  return sql`request.company_id = ${companyId}
    ${state ? sql`and ${states[state] ?? sql`request.state = ${state}`}` : empty}
    ${request_id ? sql`and request.id = ${request_id}` : empty}`
}

export const listRequests = (
  company: Database,
  companyId: string,
  filter: Pick<ParsedOf<'getRequestList'>, 'state' | 'request_id'>,
  page: Page,
) =>
  company.rows(listed)`
    select ${columns}, employee.id as employee_id, employee.name, ${departmentPath} as dept_path
    from ${source} join employee on employee.company_id = ${companyId} and employee.id = request.employee_id
    where ${filtered(companyId, filter)}
    order by request.id desc limit ${page.limit} offset ${page.offset}`

export const countRequests = (
  company: Database,
  companyId: string,
  filter: Pick<ParsedOf<'getRequestList'>, 'state' | 'request_id'>,
) => countRows(company, sql`access_request request where ${filtered(companyId, filter)}`)
