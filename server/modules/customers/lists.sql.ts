import sql, { raw, type Sql } from 'sql-template-tag'
import { maskedNotice, shownSms } from '#contract/operations/accounts.ts'
import { companyLists } from '#contract/operations/company-lists.ts'
import { countRows } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'
import type { Page } from '#server/database/listed.ts'
import { selectList } from '#server/database/select-list.ts'
import { isJoined } from '#server/modules/accounts/membership.sql.ts'

const { getCompanyNotices, getCompanyMessages } = companyLists
const notice = getCompanyNotices.output.shape.list.element
const message = getCompanyMessages.output.shape.list.element

/** Takes each employee's newest entries, from which a page is cut, since no index covers a company's notices together. */
const ofEach = (companyId: string, { limit, offset }: Page, table: SentTable, columns: Sql) => sql`
  select ${columns}, employee.name, employee.account_id from employee cross join lateral (
    select * from ${raw(table)} as sent where sent.account_id = employee.account_id
    order by created_at desc, id desc limit ${limit + offset}::integer
  ) as found
  where employee.company_id = ${companyId} and ${isJoined}
  order by found.created_at desc, found.id desc limit ${limit} offset ${offset}`
type SentTable = 'notice' | 'sms_message'

const noticeColumns = selectList(maskedNotice, { notice_id: 'id', read: 'read_at is not null' }, 'found')

export const noticesOfCompany = (system: Database, companyId: string, page: Page) =>
  system.rows(notice)`${ofEach(companyId, page, 'notice', noticeColumns)}`

const messageColumns = selectList(shownSms, { message_id: 'id', phone: 'phone_masked' }, 'found')

export const messagesOfCompany = (system: Database, companyId: string, page: Page) =>
  system.rows(message)`${ofEach(companyId, page, 'sms_message', messageColumns)}`

/** Counts at most `most`. */
export const countOfCompany = (system: Database, companyId: string, table: SentTable, most: number) =>
  countRows(
    system,
    sql`
      (
        select from employee join ${raw(table)} as sent on sent.account_id = employee.account_id
        where employee.company_id = ${companyId} and ${isJoined} limit ${most}) as counted`,
  )
