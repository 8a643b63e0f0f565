import sql, { type Sql } from 'sql-template-tag'
import { z } from 'zod'
import { makeOn } from '#server/testing/make.ts'
import { type BenchModule, benchCall, lastMatches, lastPage } from './bench-module.ts'

/** Fills three devices for each person, with their log. */
export const devices: BenchModule = {
  tables: ['device', 'device_log'],

  async fill(system, { id, index }) {
    if (index === 0)
      for (const clientType of [1, 2, 4] as const) await makeOn(system).installer({ clientType, version: '12.3.0' })
    await system.change`
      insert into device (company_id, employee_id, fingerprint, name, platform, os_version, client_version, last_ip,
        last_seen_at, audit_state, auth_state, audited_at, created_at)
      select ${id}, id, 'bench-' || id || '-' || k,
        case when dice < 0.5 then 'DESKTOP-' || upper(substr(md5(dice::text), 1, 7)) when dice < 0.8 then '办公电脑' else 'MacBook Pro' end,
        (array['windows', 'windows', 'windows', 'mac', 'android'])[1 + floor(dice * 4.99)::integer], '11',
        case when luck < 0.9 then '12.3.0' else '12.' || floor(random() * 3)::integer || '.' || floor(random() * 4)::integer end,
        '203.0.' || floor(luck * 255)::integer || '.' || floor(dice * 255)::integer,
        case when fortune < 0.1 then now() + interval '1 hour' when fortune < 0.97 then now() - make_interval(secs => 300 + fortune * 2000000) else now() - make_interval(days => 30 + (fortune * 1000)::integer % 60) end,
        case when luck < 0.01 then 'pending' when luck < 0.02 then 'rejected' else 'approved' end,
        case when random() < 0.02 then 'suspended' else 'authorized' end, now(),
        created_at + make_interval(secs => k)
      from (select id, created_at, k, random() as dice, random() as luck, random() as fortune
        from employee, generate_series(1, 3) k where company_id = ${id}) as made`
    await system.change`
      insert into device_log (company_id, device_id, action, actor_name)
      select ${id}, id, 'registered', '员工' from device where company_id = ${id}`
  },

  async calls(system, { id }) {
    const sample = await system.row(z.object({ id: z.string(), employee_id: z.string(), name: z.string() }))`
      select device.id, employee_id, employee.name from device join employee on employee.company_id = device.company_id and employee.id = employee_id
      where device.company_id = ${id} and employee.job_number = 'LF000777' order by device.id limit 1`
    if (!sample) throw new Error('no device was made')
    const list = (about: string, input: Parameters<typeof benchCall<'getDeviceList'>>[1]) =>
      benchCall('getDeviceList', input, about)
    const last = (condition: Sql) =>
      lastPage(system, sql`select count(*) as rows from device where company_id = ${id} and ${condition}`)
    const outdated = await last(sql`client_version <> '12.3.0' and platform <> 'ios'`)
    const rejected = await last(sql`audit_state = 'rejected'`)
    const unseen = await last(sql`last_seen_at < now() - interval '7 days'`)
    return [
      list('first page', {}),
      list('100 a page', { page_size: 100 }),
      list('last page', { page: 50 }),
      ...(['pending', 'approved', 'rejected'] as const).map(audit_state => list(audit_state, { audit_state })),
      list('rejected, last page', { audit_state: 'rejected', page: rejected }),
      ...(['authorized', 'suspended'] as const).map(auth_state => list(auth_state, { auth_state })),
      ...(['windows', 'mac', 'android', 'ios'] as const).map(platform => list(platform, { platform })),
      list('outdated', { outdated: true }),
      list('outdated, last page', { outdated: true, page: outdated }),
      list('outdated on mac', { outdated: true, platform: 'mac' }),
      list('up to date', { outdated: false }),
      list('outdated, suspended', { outdated: true, auth_state: 'suspended' }),
      list('suspended on android', { auth_state: 'suspended', platform: 'android' }),
      list('unseen for 7 days', { unseen_days: 7 }),
      list('unseen for 60 days', { unseen_days: 60 }),
      list('unseen for 7 days, last page', { unseen_days: 7, page: unseen }),
      list('unseen for 30 days on android', { unseen_days: 30, platform: 'android' }),
      list('of one person', { employee_id: sample.employee_id }),
      ...[
        '1',
        '203',
        'DESKTOP',
        'desktop-a',
        '办公',
        'MacBook',
        '张',
        '张伟',
        'LF000123',
        '203.0.113.7',
        '没有这台',
      ].map(keyword => list(`keyword ${keyword}`, { keyword })),
      list('keyword a name', { keyword: sample.name }),
      list('keyword 办公, last page', { keyword: '办公', page: lastMatches }),
      list('keyword 张, pending', { keyword: '张', audit_state: 'pending' }),
      list('keyword 办公, outdated', { keyword: '办公', outdated: true }),
      benchCall('getDeviceDetail', { device_id: sample.id }),
      benchCall('getDeviceLog', { device_id: sample.id }),
    ]
  },
}
