import sql, { raw, type Sql } from 'sql-template-tag'
import { z } from 'zod'
import type { Config } from '#server/core/config.ts'
import type { Database } from '#server/database/database.ts'

/*
 * The contents of the pack. Each table is read by pages in the order of its key, so that a company of any size is written with
 * little memory.
 */
const row = z.object({ key: z.string(), cells: z.array(z.string()) })
export type PackRow = z.output<typeof row>

/** Reads the rows after a key. */
export type ReadPage = (after: string, limit: number) => Promise<PackRow[]>

/** A key that sorts before every other. */
export const firstKey = '00000000-0000-0000-0000-000000000000'

/** Formats an instant in China's time; empty without one. The column name always comes from this file. */
const at = (column: string): Sql =>
  sql`coalesce(to_char(${raw(column)} at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS'), '')`

/**
 * The verification states of the people on the list and of the company itself. The company's stays its evidence when the person who
 * submitted it is gone. People without an approved one of their own are verified through the company, since they have joined, or not
 * at all, where the provider requires an own one. People's ID numbers are left out.
 */
export const verificationsOf = (
  system: Database,
  companyId: string,
  { ownVerification }: Pick<Config, 'ownVerification'>,
): ReadPage => {
  const withoutOwn = ownVerification
    ? sql`array['个人', employee.name, '', '', '未通过', '', '']`
    : sql`array['经企业认证', employee.name, company.name, company.credit_code, '已通过', '', '']`
  const isOwn = sql`verified.account_id = employee.account_id
    and (verified.kind = 'person' or verified.credit_code = company.credit_code)`
  const members = sql`employee join company on company.id = employee.company_id`
  const areMembers = sql`employee.company_id = ${companyId} and employee.state in ('active', 'disabled')`
  return (after, limit) =>
    system.rows(row)`
      with told as (
        (select verified.id as key, array[case verified.kind when 'company' then '企业' else '个人' end, employee.name,
          coalesce(verified.company_name, ''), coalesce(verified.credit_code, ''),
          case verified.state when 'approved' then '已通过' when 'rejected' then '已驳回' else '审核中' end,
          ${at('verified.created_at')}, ${at('verified.reviewed_at')}] as cells
        from ${members} join identity_verification verified on ${isOwn}
        where ${areMembers} and verified.id > ${after}::uuid
        order by verified.id limit ${limit})
        union all
        (select verified.id, array['企业', verified.person_name, coalesce(verified.company_name, ''), verified.credit_code, '已通过',
          ${at('verified.created_at')}, ${at('verified.reviewed_at')}]
        from (
          select approved.* from company join identity_verification approved
            on approved.credit_code = company.credit_code and approved.kind = 'company' and approved.state = 'approved'
          where company.id = ${companyId} order by approved.reviewed_at desc limit 1
        ) as verified
        where verified.id > ${after}::uuid
          and not exists (select from employee where ${areMembers} and employee.account_id = verified.account_id))
        union all
        (select employee.id, ${withoutOwn}
        from ${members}
        where ${areMembers} and employee.id > ${after}::uuid
          and not exists (select from identity_verification verified where ${isOwn} and verified.state = 'approved'
            and claim_ended_at is null)
        order by employee.id limit ${limit})
      )
      select key::text, cells from told order by told.key limit ${limit}`
}

export const consentsOf =
  (system: Database, companyId: string): ReadPage =>
  (after, limit) =>
    system.rows(row)`
      select consent.id::text as key, array[employee.name, case consent.kind when 'terms' then '用户服务协议与隐私协议'
        when 'identity' then '处理身份证号' when 'licence' then '处理营业执照' else '个人信息出境' end, consent.version,
        ${at('consent.given_at')}, ${at('consent.withdrawn_at')}] as cells
      from employee join consent on consent.account_id = employee.account_id
      where employee.company_id = ${companyId} and employee.state in ('active', 'disabled') and consent.id > ${after}::uuid
      order by consent.id limit ${limit}`

export const ordersOf =
  (company: Database, companyId: string): ReadPage =>
  (after, limit) =>
    company.rows(row)`
      select id::text as key, array[number, subject, (payable / 100.0)::numeric(14, 2)::text,
        case state when 'refunded' then '已退款' when 'refunding' then '退款中' when 'fulfilled' then '已完成' else '已付款' end,
        buyer_name, ${at('paid_at')}] as cells
      from shop_order where company_id = ${companyId} and paid_at is not null and id > ${after}::uuid
      order by id limit ${limit}`

export const devicesOf =
  (company: Database, companyId: string): ReadPage =>
  (after, limit) =>
    company.rows(row)`
      select device.id::text as key, array[device.name, employee.name, device.platform, device.os_version,
        device.client_version, case audit_state when 'approved' then '已通过' when 'rejected' then '已驳回' else '待审核' end,
        case auth_state when 'authorized' then '已授权' else '已暂停' end, ${at('device.audited_at')},
        ${at('device.last_seen_at')}] as cells
      from device join employee on employee.company_id = device.company_id and employee.id = device.employee_id
      where device.company_id = ${companyId} and device.id > ${after}::uuid
      order by device.id limit ${limit}`

const times = sql`${at('granted.until')}, coalesce(granted.hours, '')`

/** The grantees of each group; few enough to be read in one go. */
export const grantsOf =
  (company: Database, companyId: string): ReadPage =>
  async after =>
    after === firstKey
      ? company.rows(row)`
          with granted as (
            select group_id, '部门' as kind, department.name, until, hours from line_group_department granted
            join department on department.company_id = ${companyId} and department.id = granted.department_id
            where granted.company_id = ${companyId}
            union all
            select group_id, '员工', employee.name, until, hours from line_group_employee granted
            join employee on employee.company_id = ${companyId} and employee.id = granted.employee_id
            where granted.company_id = ${companyId}
          )
          select grouped.id::text as key, array[grouped.name, granted.kind, granted.name, ${times},
            coalesce((select string_agg(line.name, '、' order by line.name) from line_group_line held
              join line on line.company_id = ${companyId} and line.id = held.line_id
              where held.company_id = ${companyId} and held.group_id = grouped.id), '')] as cells
          from granted join line_group grouped on grouped.company_id = ${companyId} and grouped.id = granted.group_id
          order by grouped.name, granted.kind, granted.name`
      : []

export const activityOf =
  (company: Database, companyId: string): ReadPage =>
  (after, limit) =>
    company.rows(row)`
      select id::text as key, array[${at('at')}, actor_name, action, subject_name, detail] as cells
      from activity where company_id = ${companyId} and id > ${after}::uuid order by id limit ${limit}`

const logOf =
  (table: 'employee_log' | 'device_log' | 'line_log', subject: 'employee' | 'device' | 'line') =>
  (company: Database, companyId: string): ReadPage =>
  (after, limit) =>
    company.rows(row)`
      select log.id::text as key, array[${at('log.created_at')}, coalesce(subject.name, ''), log.${raw(`${subject}_id`)}::text,
        log.action, log.actor_name, log.detail] as cells
      from ${raw(table)} log
      left join ${raw(subject)} subject on subject.company_id = ${companyId} and subject.id = log.${raw(`${subject}_id`)}
      where log.company_id = ${companyId} and log.id > ${after}::uuid order by log.id limit ${limit}`

export const employeeLogOf = logOf('employee_log', 'employee')
export const deviceLogOf = logOf('device_log', 'device')
export const lineLogOf = logOf('line_log', 'line')

export const connectionsOf =
  (company: Database, companyId: string): ReadPage =>
  (after, limit) =>
    company.rows(row)`
      select id::text as key, array[address, employee_name, device_name, coalesce(shop_platform, ''),
        coalesce(shop_number, ''), ${at('started_at')}, ${at('ended_at')}, coalesce(end_reason, ''),
        array_to_string(findings, ' '), coalesce(encode(opened_hash, 'hex'), '')] as cells
      from connection where company_id = ${companyId} and id > ${after}::uuid order by id limit ${limit}`
