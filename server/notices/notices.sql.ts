import sql, { empty } from 'sql-template-tag'
import type { OutputOf } from '#contract/index.ts'
import type { Database } from '../database/database.ts'

export type NoticeKind = OutputOf<'getNoticeList'>['list'][number]['kind']

/** One notice for one account; `subject` names what it is about, with its threshold. */
export interface Drafted {
  account_id: string
  kind: NoticeKind
  subject: string
  title: string
  text: string
  link: string
}

/** Those that were not there yet, with what the account chose for short messages and where they go. */
export const insertNotices = (database: Database, drafts: Drafted[]) =>
  database.rows<{ account_id: string; kind: NoticeKind; text: string; phone: string; sms: NoticeKind[] | null }>(sql`
    with added as (
      insert into notice (account_id, kind, subject, title, text, link)
      select account_id, kind, subject, title, text, link
      from jsonb_to_recordset(${JSON.stringify(drafts)}::jsonb)
        as draft (account_id uuid, kind text, subject text, title text, text text, link text)
      -- In one order always: two that add the same notices wait for each other instead of locking each other out.
      order by account_id, subject
      on conflict (account_id, subject) do nothing
      returning account_id, kind, text
    )
    select added.account_id, added.kind, added.text, account.phone, notice_setting.sms
    from added join account on account.id = added.account_id and account.state = 'active'
    left join notice_setting on notice_setting.account_id = added.account_id`)

export const deleteNotices = (database: Database, accountIds: string[], subject: string) =>
  database.change(sql`delete from notice where account_id = any(${accountIds}::uuid[]) and subject = ${subject}`)

export const managersOf = async (database: Database, companyId: string): Promise<string[]> =>
  (
    await database.rows<{ account_id: string }>(sql`
      select account_id from employee
      where company_id = ${companyId} and role in ('owner', 'manager') and state = 'active' order by account_id`)
  ).map(row => row.account_id)

/** What the managers had to see to is done: marked as read for all of them. */
export const settle = (database: Database, companyId: string, subjects: string[]) =>
  database.change(sql`
    update notice set read_at = now()
    where account_id in (select account_id from employee where company_id = ${companyId} and role in ('owner', 'manager'))
      and subject = any(${subjects}) and read_at is null`)

export interface NoticeRow {
  id: string
  kind: NoticeKind
  title: string
  text: string
  link: string
  read: boolean
  created_at: Date
}

interface Page {
  unreadOnly: boolean
  limit: number
  offset: number
}

export const listNotices = (database: Database, accountId: string, { unreadOnly, limit, offset }: Page) =>
  database.rows<NoticeRow>(sql`
    select id, kind, title, text, link, read_at is not null as read, created_at from notice
    where account_id = ${accountId} ${unreadOnly ? sql`and read_at is null` : empty}
    order by created_at desc, id desc limit ${limit} offset ${offset}`)

export const countNotices = async (database: Database, accountId: string) =>
  (await database.row<{ total: number; unread: number }>(sql`
    select (select count(*)::integer from notice where account_id = ${accountId}) as total,
      (select count(*)::integer from notice where account_id = ${accountId} and read_at is null) as unread`)) ?? {
    total: 0,
    unread: 0,
  }

/** Without ids: all. */
export const markRead = (database: Database, accountId: string, noticeIds: string[] | undefined) =>
  database.change(sql`
    update notice set read_at = now()
    where account_id = ${accountId} and read_at is null ${noticeIds ? sql`and id = any(${noticeIds}::uuid[])` : empty}`)

export const findSetting = (database: Database, accountId: string) =>
  database.row<{ sms: NoticeKind[] }>(sql`select sms from notice_setting where account_id = ${accountId}`)

export const setSetting = (database: Database, accountId: string, kinds: NoticeKind[]) =>
  database.change(sql`
    insert into notice_setting (account_id, sms) values (${accountId}, ${kinds})
    on conflict (account_id) do update set sms = excluded.sms`)
