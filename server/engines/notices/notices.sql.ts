import sql, { empty, type Sql } from 'sql-template-tag'
import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { getNoticeList, noticeSettings } from '#contract/notices.ts'
import type { NoticeKind } from '#contract/records/notice.ts'
import type { Database } from '#server/database/database.ts'
import { selectList } from '#server/database/select-list.ts'
import { looking } from './audience.sql.ts'

const notice = getNoticeList.output.shape.list.element

/** A notice for one account; `subject` identifies what it is about, with its threshold. */
export interface Drafted {
  account_id: string
  kind: NoticeKind
  subject: string
  title: string
  text: string
  link: string
  /** The company, if the notice is addressed to all its managers. */
  company_id?: string
  /** The employees whom it is about, for readers who are limited to departments. */
  about?: readonly string[]
}

const insertedNotice = notice.pick({ kind: true, text: true, link: true }).extend({
  account_id: id,
  subject: z.string(),
  usable: z.boolean(),
  heard: z.boolean(),
  phone: z.string(),
  sms: noticeSettings.shape.sms.nullable(),
})
export type InsertedNotice = z.output<typeof insertedNotice>

/**
 * Inserts the notices that do not exist yet. Returns them with the account's text message settings and phone, whether anybody can
 * still log in to it, and whether another manager of the company had received the notice before.
 */
export const insertNotices = (database: Database, drafts: Drafted[]) =>
  database.rows(insertedNotice)`
    with draft as (
      select * from jsonb_to_recordset(${JSON.stringify(drafts)}::jsonb)
        as draft (account_id uuid, kind text, subject text, title text, text text, link text, company_id uuid, about uuid[])
    ), added as (
      insert into notice (account_id, kind, subject, title, text, link, about_company_id, about_employee_ids)
      select account_id, kind, subject, title, text, link, company_id, about from draft
      -- In one order always: two that add the same notices wait for each other instead of locking each other out.
      order by account_id, subject
      on conflict (account_id, subject) do nothing
      returning account_id, kind, subject, text, link
    )
    select added.account_id, added.kind, added.subject, added.text, added.link, account.phone, notice_setting.sms,
      account.state = 'active' as usable,
      -- The statement sees the notices of before, without those that it adds.
      exists (
        select from draft
        join employee manager on manager.company_id = draft.company_id and manager.role in ('owner', 'manager')
        join notice earlier on earlier.account_id = manager.account_id and earlier.subject = draft.subject
        where draft.account_id = added.account_id and draft.subject = added.subject) as heard
    from added join account on account.id = added.account_id
    left join notice_setting on notice_setting.account_id = added.account_id`

/** Deletes a company's notice for all its receivers, including those whom it no longer concerns. */
export const deleteCompanyNotices = (database: Database, companyId: string, subject: string) =>
  database.change`
    with looking as materialized (${looking(companyId)})
    delete from notice using looking where notice.account_id = looking.account_id and subject = ${subject}`

export const deleteNotices = (database: Database, accountIds: string[], subject: string) =>
  database.change`delete from notice where account_id = any(${accountIds}::uuid[]) and subject = ${subject}`

/** Marks notices as read for all managers and holders of a duty once the work is done. */
export const settling = (companyId: string, subjects: string[]): Sql => sql`
    with looking as materialized (${looking(companyId)}),
    unread as (
      select notice.id from notice join looking using (account_id)
      where subject = any(${subjects}) and read_at is null order by notice.id for no key update of notice)
    update notice set read_at = now() from unread where notice.id = unread.id`

export const settle = (database: Database, companyId: string, subjects: string[]) =>
  database.change`${settling(companyId, subjects)}`

/** Locks in the order of the ids, like `settling`. */
export const unsettle = (database: Database, companyId: string, subject: string) =>
  database.change`
    with looking as materialized (${looking(companyId)}),
    read as (
      select notice.id from notice join looking using (account_id)
      where subject = ${subject} and read_at is not null order by notice.id for no key update of notice)
    update notice set read_at = null, created_at = now() from read where notice.id = read.id`

interface Page {
  /** A condition on the rows (`stillConcerns`). */
  shown: Sql
  unreadOnly: boolean
  limit: number
  offset: number
}

export const listNotices = (database: Database, accountId: string, { shown, unreadOnly, limit, offset }: Page) =>
  database.rows(notice)`
    select ${selectList(notice, { notice_id: 'id', read: 'read_at is not null' })} from notice
    where account_id = ${accountId} and ${shown} ${unreadOnly ? sql`and read_at is null` : empty}
    order by created_at desc, id desc limit ${limit} offset ${offset}`

const noticeCounts = getNoticeList.output.pick({ total: true, unread: true })

export const countNotices = (database: Database, accountId: string, shown: Sql) =>
  database.one(noticeCounts)`
    select count(*)::integer as total, (count(*) filter (where read_at is null))::integer as unread
    from notice where account_id = ${accountId} and ${shown}`

/** Without ids, marks all. Like `settling` it locks in the order of the ids, so that the two cannot deadlock. */
export const markRead = (database: Database, accountId: string, noticeIds: string[] | undefined) =>
  database.change`
    with unread as (
      select id from notice
      where account_id = ${accountId} and read_at is null ${noticeIds ? sql`and id = any(${noticeIds}::uuid[])` : empty}
      order by id for no key update)
    update notice set read_at = now() from unread where notice.id = unread.id`

export const findSetting = (database: Database, accountId: string) =>
  database.row(noticeSettings)`select sms from notice_setting where account_id = ${accountId}`

export const setSetting = (database: Database, accountId: string, kinds: NoticeKind[]) =>
  database.change`
    insert into notice_setting (account_id, sms) values (${accountId}, ${kinds})
    on conflict (account_id) do update set sms = excluded.sms`
