import sql from 'sql-template-tag'
import type { z } from 'zod'
import { getCompanyInfo, getIndustryList, type setCompanyInfo } from '#contract/companies.ts'
import { company as companyRecord } from '#contract/records/company.ts'
import type { Database } from '#server/database/database.ts'
import { departmentsWithin } from '#server/database/departments-within.ts'
import { hasPartByPieces } from '#server/database/pieces.ts'
import { selectList } from '#server/database/select-list.ts'

const namedCompany = companyRecord.schema.pick({ company_id: true, name: true })

export const findByName = (database: Database, keyword: string, limit: number) =>
  database.rows(namedCompany)`
  select id as company_id, name from company
  where ${hasPartByPieces([sql`name`], keyword)} and state <> 'frozen'
  order by starts_with(lower(name), lower(${keyword})) desc, length(name), name, id
  limit ${limit}`

const companyWithCode = namedCompany.pick({ company_id: true })

export const findByCreditCode = (database: Database, creditCode: string) =>
  database.row(
    companyWithCode,
  )`select id as company_id from company where credit_code = ${creditCode} and closed_at is null`

const industry = getIndustryList.output.shape.list.element
const industryColumns = selectList(industry, { industry_id: 'id' })

/** Lists the industries in the order in which people look for them. */
export const industries = (database: Database) =>
  database.rows(industry)`select ${industryColumns} from industry order by sort, name`

export const findIndustry = (database: Database, industryId: string) =>
  database.row(industry)`select ${industryColumns} from industry where id = ${industryId}`

/** A company is shown as on trial while one runs; the row itself only stores whether it is frozen. */
export const shownCompanyState = sql`case when company.state = 'active' and exists (
  select from trial where trial.company_id = company.id and trial.state = 'active') then 'trial' else company.state end`

export const findCompany = (company: Database, companyId: string) =>
  company.row(getCompanyInfo.output)`
  select company.id as company_id, company.name, company.credit_code, industry.name as industry, company.size,
    company.address, company.contact_name, company.contact_phone, ${shownCompanyState} as state, company.verified_at,
    coalesce((select name from employee where company_id = company.id and role = 'owner'), '') as owner_name,
    (select coalesce(sum(employees), 0)::integer from employee_count where company_id = company.id) as employee_count,
    (select count(*)::integer from department where company_id = company.id) as department_count
  from company left join industry on industry.id = company.industry_id
  where company.id = ${companyId}`

const counts = getCompanyInfo.output.pick({ employee_count: true, department_count: true })

/** Counts what these departments and those below them contain, for a manager who sees no others. */
export const countWithin = (company: Database, companyId: string, within: readonly string[]) =>
  company.row(counts)`
  ${departmentsWithin(companyId, within)}
  select (select count(*)::integer from allowed) as department_count,
    (select coalesce(sum(employees), 0)::integer from employee_count
      where company_id = ${companyId} and department_id in (select id from allowed)) as employee_count`

/** An undefined value leaves a column as it is. */
export const updateCompany = (company: Database, companyId: string, change: z.output<typeof setCompanyInfo.input>) =>
  company.change`
    update company set
      contact_name = coalesce(${change.contact_name ?? null}, contact_name),
      contact_phone = coalesce(${change.contact_phone ?? null}, contact_phone),
      address = case when ${change.address ?? null}::text is null then address else nullif(${change.address ?? null}, '') end,
      size = coalesce(${change.size ?? null}, size)
    where id = ${companyId}`
