import { z } from 'zod'
import { paths } from '#contract/paths.ts'
import type { Database } from '#server/database/database.ts'
import { notifyAll } from '#server/engines/notices/notices.ts'
import type { Services } from '#server/engines/services.ts'
import { waitingSubject } from '#server/modules/devices/devices.ts'
import { demoDevices } from './devices.ts'

/** Inserts devices with their log, and notices for those who must approve the pending ones. */
export async function insertDevices(database: Database, services: Pick<Services, 'config' | 'jobs'>): Promise<void> {
  await database.change`
    with input as (
      select employee.company_id, employee.id as employee_id, employee.name as employee_name, device.*,
        now() - make_interval(hours => seen, secs => 40) as seen_at,
        coalesce(now() - make_interval(hours => registered, mins => 6),
          least(employee.created_at + interval '1 day', now() - make_interval(hours => seen + 2))) as registered_at
      from jsonb_to_recordset(${JSON.stringify(demoDevices)}::jsonb) as device (phone text, name text, platform text,
        os text, client text, seen integer, fingerprint text, audit text, auth text, note text, registered integer,
        before text, ip text)
      join employee on employee.phone = device.phone
    ), added as (
      insert into device (company_id, employee_id, fingerprint, name, platform, os_version, client_version, last_ip,
        last_seen_at, audit_state, auth_state, audit_note, audited_at, created_at)
      select company_id, employee_id, fingerprint, name, platform, os, client, ip, seen_at, audit, auth, note,
        case when audit <> 'pending' then registered_at + interval '47 minutes' end, registered_at
      from input
      returning company_id, id, fingerprint
    )
    insert into device_log (company_id, device_id, action, actor_name, detail, ip, created_at)
    select added.company_id, added.id, entry.action, entry.actor, entry.detail, entry.ip, entry.at
    from added join input using (company_id, fingerprint)
    join employee manager on manager.company_id = added.company_id and manager.role = 'owner'
    cross join lateral (values
      ('registered', employee_name, '登记设备「' || input.name || '」，等待审核', input.ip, registered_at, true),
      ('approved', manager.name, '审核通过', '203.0.113.18', registered_at + interval '47 minutes', audit = 'approved'),
      ('rejected', manager.name, '审核驳回：' || note, '203.0.113.18', registered_at + interval '47 minutes', audit = 'rejected'),
      ('changed', employee_name, '客户端版本：' || before || ' → ' || client, input.ip, now() - interval '15 days', before is not null),
      ('suspended', manager.name, '暂停授权', '203.0.113.18', now() - interval '50 days', auth = 'suspended'),
      ('seen', employee_name, '当日首次在线', input.ip, seen_at, audit = 'approved')
    ) as entry (action, actor, detail, ip, at, told)
    where entry.told order by entry.at`
  await ringBells(database, services)
}

const bell = z.object({ account_id: z.string(), id: z.string(), name: z.string(), employee_name: z.string() })

async function ringBells(database: Database, services: Pick<Services, 'config' | 'jobs'>): Promise<void> {
  const waiting = await database.rows(bell)`
    select manager.account_id, device.id, device.name, employee.name as employee_name
    from device join employee on employee.company_id = device.company_id and employee.id = device.employee_id
    join employee manager on manager.company_id = device.company_id and manager.role in ('owner', 'manager')
    where device.audit_state = 'pending' order by device.created_at`
  await notifyAll(
    database,
    services,
    waiting.map(({ account_id, id, name, employee_name }) => ({
      account_id,
      kind: 'device_waiting' as const,
      subject: waitingSubject(id),
      title: '有新设备等待审核',
      text: `${employee_name} 登记了新设备「${name}」，请审核。`,
      link: `${paths.deviceManage}?audit_state=pending`,
    })),
  )
  // A notice dates from its device's registration, and those older than a day have been read.
  await database.change`
    update notice set created_at = device.created_at,
      read_at = case when device.created_at < now() - interval '1 day' then device.created_at + interval '2 hours' end
    from device where notice.subject = 'device:' || device.id`
  await database.change`
    insert into notice (account_id, kind, subject, title, text, link, read_at, created_at)
    select account_id, 'service_ending', 'services:' || to_char(now() - interval '3 days', 'YYYY-MM-DD'), '员工服务到期提醒',
      to_char(ends_on, '"1 人的服务将于 "YYYY-MM-DD" 到期：潘景澄。"'),
      ${`${paths.employees}?state=active&order=service_end`} || to_char(ends_on, '"&ends_from="YYYY-MM-DD"&ends_to="YYYY-MM-DD'),
      now() - interval '69 hours', now() - interval '3 days'
    from employee join company on company.id = company_id
    cross join lateral (
      select (service_ends_at at time zone 'Asia/Shanghai')::date as ends_on from employee ending
      where ending.company_id = company.id and ending.name = '潘景澄') as ending
    where company.name = '深圳市蓝帆跨境电商有限公司' and employee.role in ('owner', 'manager')`
}
