import sql from 'sql-template-tag'
import { getInvoiceTitleList } from '#contract/invoices.ts'
import { type InvoiceTitle, invoiceTitle } from '#contract/records/invoice.ts'
import type { Changes } from '#server/core/with-changes.ts'
import { assigned } from '#server/database/assigned.ts'
import { countRows } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'
import { selectList } from '#server/database/select-list.ts'

const { schema } = invoiceTitle
const columns = selectList(schema, { title_id: 'id' })

export const listTitles = (company: Database, companyId: string) =>
  company.rows(
    schema,
  )`select ${columns} from invoice_title where company_id = ${companyId} order by preferred desc, created_at, id`

const titleOf = (companyId: string, titleId: string) =>
  sql`select ${columns} from invoice_title where company_id = ${companyId} and id = ${titleId}`

export const findTitle = (company: Database, companyId: string, titleId: string) =>
  company.row(schema)`${titleOf(companyId, titleId)}`

/** Locks a title that the transaction is going to refer to: it can't be deleted meanwhile. */
export const holdTitle = (transaction: Database, companyId: string, titleId: string) =>
  transaction.row(schema)`${titleOf(companyId, titleId)} for key share`

export const countTitles = (company: Database, companyId: string) =>
  countRows(company, sql`invoice_title where company_id = ${companyId}`)

/** Clears the preference before another title gets it. */
export const preferNone = (company: Database, companyId: string) =>
  company.change`update invoice_title set preferred = false where company_id = ${companyId} and preferred`

type NewTitle = Omit<InvoiceTitle, 'title_id'>

export const insertTitle = (company: Database, companyId: string, title: NewTitle) =>
  company.row(schema)`
    insert into invoice_title (company_id, kind, title, tax_number, address, phone, bank, bank_account, email, preferred)
    values (${companyId}, ${title.kind}, ${title.title}, ${title.tax_number}, ${title.address}, ${title.phone},
      ${title.bank}, ${title.bank_account}, ${title.email}, ${title.preferred})
    returning ${columns}`

/** An undefined value leaves a column as it is. The preferred title keeps the preference until another one gets it. */
export const updateTitle = (company: Database, companyId: string, titleId: string, changes: Changes<NewTitle>) => {
  const { kind, title, tax_number, address, phone, bank, bank_account, email } = changes
  const preferred = changes.preferred || undefined
  return company.row(schema)`
    update invoice_title
    set ${assigned({ kind, title, tax_number, address, phone, bank, bank_account, email, preferred })}
    where company_id = ${companyId} and id = ${titleId}
    returning ${columns}`
}

/** Locks a title that is going to be deleted: a concurrent reference exists by now, or waits and does not find the title. */
export const lockTitle = (transaction: Database, companyId: string, titleId: string) =>
  transaction.row(schema)`${titleOf(companyId, titleId)} for update`

export const deleteTitle = (company: Database, companyId: string, titleId: string) =>
  company.change`delete from invoice_title where company_id = ${companyId} and id = ${titleId}`

export const verifiedName = (company: Database, companyId: string) =>
  company.row(
    getInvoiceTitleList.output.shape.verified,
  )`select name as title, credit_code as tax_number from company where id = ${companyId}`
