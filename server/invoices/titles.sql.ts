import sql, { empty } from 'sql-template-tag'
import type { Database } from '../database/database.ts'

export interface TitleFields {
  kind: 'normal' | 'special'
  title: string
  tax_number: string
  address: string
  phone: string
  bank: string
  bank_account: string
  email: string
}

export interface Title extends TitleFields {
  id: string
  preferred: boolean
}

const columns = sql`id, kind, title, tax_number, address, phone, bank, bank_account, email, preferred`

export const listTitles = (company: Database, companyId: string) =>
  company.rows<Title>(sql`
    select ${columns} from invoice_title where company_id = ${companyId} order by preferred desc, created_at, id`)

export const findTitle = (company: Database, companyId: string, titleId: string) =>
  company.row<Title>(sql`
    select ${columns} from invoice_title where company_id = ${companyId} and id = ${titleId}`)

/** Those who change a company's titles queue: one is preferred, and there is a most. */
export const lockTitles = (company: Database, companyId: string) =>
  company.row(sql`select id from company where id = ${companyId} for no key update`)

export const countTitles = async (company: Database, companyId: string): Promise<number> =>
  (
    await company.row<{ count: number }>(sql`
      select count(*)::integer as count from invoice_title where company_id = ${companyId}`)
  )?.count ?? 0

/** Before another becomes the preferred one. */
export const preferNone = (company: Database, companyId: string) =>
  company.change(sql`update invoice_title set preferred = false where company_id = ${companyId} and preferred`)

export const insertTitle = (company: Database, companyId: string, given: TitleFields & { preferred: boolean }) =>
  company.row<Title>(sql`
    insert into invoice_title (company_id, kind, title, tax_number, address, phone, bank, bank_account, email, preferred)
    values (${companyId}, ${given.kind}, ${given.title}, ${given.tax_number}, ${given.address}, ${given.phone},
      ${given.bank}, ${given.bank_account}, ${given.email}, ${given.preferred})
    returning ${columns}`)

/** Whichever is preferred stays it until another one is. */
export const updateTitle = (
  company: Database,
  companyId: string,
  titleId: string,
  given: TitleFields & { preferred: boolean },
) =>
  company.row<Title>(sql`
    update invoice_title set kind = ${given.kind}, title = ${given.title}, tax_number = ${given.tax_number},
      address = ${given.address}, phone = ${given.phone}, bank = ${given.bank}, bank_account = ${given.bank_account},
      email = ${given.email} ${given.preferred ? sql`, preferred = true` : empty}
    where company_id = ${companyId} and id = ${titleId}
    returning ${columns}`)

export const deleteTitle = (company: Database, companyId: string, titleId: string) =>
  company.change(sql`delete from invoice_title where company_id = ${companyId} and id = ${titleId}`)

export const verifiedName = (company: Database, companyId: string) =>
  company.row<{ title: string; tax_number: string }>(sql`
    select name as title, credit_code as tax_number from company where id = ${companyId}`)
