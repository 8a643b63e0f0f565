import type { RequestKind, RequestState } from '#contract/request-names.ts'
import type { Database } from '#server/database/database.ts'
import { companies } from './companies.ts'

interface DemoRequest {
  person: string
  kind: RequestKind
  days?: number
  note: string
  state: RequestState
  /** Hours since the request was made. */
  ago: number
  by?: string
  reason?: string
}

const requests: DemoRequest[] = [
  { person: '朱梓轩', kind: 'days', days: 30, note: '乐天大促延到下月，需要继续使用', state: 'open', ago: 5 },
  { person: '高天佑', kind: 'line', note: '要投放欧洲站的广告，需要德国的专线', state: 'open', ago: 26 },
  { person: '陈雨桐', kind: 'days', days: 15, note: '出差两周', state: 'approved', ago: 190, by: '林海舟' },
  {
    person: '陈雨桐',
    kind: 'line',
    note: '想看看日本站的前台页面',
    state: 'refused',
    ago: 60,
    by: '周明远',
    reason: '请日本站组的同事代看',
  },
]

/** Inserts requests from employees of the company that the demonstration's manager runs. */
export const insertRequests = (database: Database) =>
  database.change`
    insert into access_request
      (company_id, employee_id, kind, days, note, state, decided_by, reason, decided_at, created_at, expires_at)
    select company.id, employee.id, kind, days, note, input.state, by, coalesce(reason, ''),
      case when by is not null then now() - make_interval(hours => ago - 1) end, now() - make_interval(hours => ago),
      now() - make_interval(hours => ago) + interval '14 days'
    from jsonb_to_recordset(${JSON.stringify(requests)}::jsonb)
      as input (person text, kind text, days integer, note text, state text, ago integer, by text, reason text)
    join company on company.credit_code = ${companies[0]?.creditCode ?? ''}
    join employee on employee.company_id = company.id and employee.name = input.person
    order by ago desc`
