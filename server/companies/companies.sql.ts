import sql from 'sql-template-tag'
import type { Database } from '../database/database.ts'
import { containing } from '../database/like.ts'

export const findByName = (database: Database, keyword: string, limit: number) =>
  database.rows<{ id: string; name: string }>(sql`
    select id, name from company
    where name ilike ${containing(keyword)} and state <> 'frozen'
    order by starts_with(lower(name), lower(${keyword})) desc, length(name), name, id
    limit ${limit}`)

export const findByCreditCode = (database: Database, creditCode: string) =>
  database.row<{ id: string }>(sql`select id from company where credit_code = ${creditCode}`)

export const listIndustries = (database: Database) =>
  database.rows<{ id: string; name: string }>(sql`select id, name from industry order by sort, name`)

export const findIndustry = (database: Database, industryId: string) =>
  database.row<{ id: string; name: string }>(sql`select id, name from industry where id = ${industryId}`)

export interface CompanyRow {
  id: string
  name: string
  credit_code: string
  industry: string | null
  size: string | null
  address: string | null
  contact_name: string | null
  contact_phone: string | null
  state: 'trial' | 'active' | 'frozen'
  owner_name: string
  verified_at: Date
  employee_count: number
  department_count: number
}

export const findCompany = (company: Database, companyId: string) =>
  company.row<CompanyRow>(sql`
    select company.id, company.name, company.credit_code, industry.name as industry, company.size, company.address,
      company.contact_name, company.contact_phone, company.state, company.verified_at,
      coalesce((select name from employee where company_id = company.id and role = 'owner'), '') as owner_name,
      (select coalesce(sum(employees), 0)::integer from employee_count where company_id = company.id) as employee_count,
      (select count(*)::integer from department where company_id = company.id) as department_count
    from company left join industry on industry.id = company.industry_id
    where company.id = ${companyId}`)
