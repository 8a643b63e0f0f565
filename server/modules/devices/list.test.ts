import { describe, expect, test } from 'vitest'
import type { InputOf } from '#contract/index.ts'
import { device } from '#contract/records/device.ts'
import { testPortal } from '#server/testing/portal.ts'

const { make, call, system } = await testPortal()

async function managed() {
  const company = await make.company({ managers: 1, employees: 1 })
  const [manager] = company.managers
  const [employee] = company.employees
  if (!manager || !employee) throw new Error('nobody was made')
  return { company, manager, employee, sid: await make.session(manager.account) }
}

describe('the device list', () => {
  async function listed(sid: string, filter: InputOf<'getDeviceList'>) {
    const { code, data } = await call('getDeviceList', filter, { sid })
    expect(code).toBe(200)
    return data
  }
  const names = async (sid: string, filter: InputOf<'getDeviceList'>) =>
    (await listed(sid, filter)).list.map(({ name }) => name)

  test('is read to its end by `after`, filtered or not', async () => {
    const { company, employee, sid } = await managed()
    for (const name of ['甲', '乙', '丙']) await make.device({ companyId: company.id, employeeId: employee.id, name })
    const first = await listed(sid, { after: null, page_size: 2 })
    const last = await listed(sid, { after: first.list.at(-1)?.device_id ?? null, page_size: 2 })
    expect([first.more, last.more, first.total, last.total]).toEqual([true, false, 3, 3])
    expect([...first.list, ...last.list].map(({ name }) => name)).toEqual(['甲', '乙', '丙'])
    expect((await listed(sid, { after: null, keyword: '乙' })).list.map(({ name }) => name)).toEqual(['乙'])
  })

  test('applies each filter, and all of them together', async () => {
    const { company, employee, manager, sid } = await managed()
    const parent = await make.department(company.id, { name: '运营中心' })
    const child = await make.department(company.id, { name: '北美站组', parentId: parent.id })
    await system.change`update employee set department_id = ${child.id}, name = '陈雨桐' where id = ${employee.id}`
    await make.installer({ clientType: 1, version: '12.0.10' })
    await make.installer({ clientType: 4, version: '12.1.0' })
    const minutes = (count: number) => new Date(Date.now() - count * 60_000)
    const days = (count: number) => minutes(count * 1440)
    const input = { companyId: company.id, employeeId: employee.id }
    await make.device({ ...input, name: '老电脑', clientVersion: '12.0.9', lastSeenAt: days(40), createdAt: days(90) })
    await make.device({
      ...input,
      name: '新电脑',
      clientVersion: '12.0.10',
      lastSeenAt: minutes(1),
      createdAt: days(80),
    })
    await make.device({ ...input, name: '短版本', clientVersion: '12.0', lastSeenAt: minutes(4), createdAt: days(70) })
    await make.device({
      ...input,
      name: '苹果本',
      platform: 'mac',
      clientVersion: '12.1.0.0',
      auth: 'suspended',
      createdAt: days(60),
    })
    await make.device({
      ...input,
      name: '苹果机',
      platform: 'ios',
      clientVersion: '1.0',
      audit: 'rejected',
      createdAt: days(50),
    })
    const own = { companyId: company.id, employeeId: manager.id }
    await make.device({
      ...own,
      name: '经理的 ThinkPad',
      audit: 'pending',
      clientVersion: '11.0.0',
      ip: '203.0.113.77',
      createdAt: days(40),
    })

    const all = ['经理的 ThinkPad', '苹果机', '苹果本', '短版本', '新电脑', '老电脑']
    const { list, ...counts } = await listed(sid, {})
    expect(list.map(({ name }) => name)).toEqual(all)
    expect(counts).toEqual({ total: 6, more: false, pending: 1 })
    // The waiting devices are counted among those that the other filters leave.
    expect(await listed(sid, { audit_state: 'approved', keyword: '经理' })).toMatchObject({ total: 0, pending: 1 })
    expect(await listed(sid, { keyword: '苹果' })).toMatchObject({ total: 2, pending: 0 })
    expect(list.filter(({ outdated }) => outdated).map(({ name }) => name)).toEqual([
      '经理的 ThinkPad',
      '短版本',
      '老电脑',
    ])
    expect(list.filter(({ online }) => online).map(({ name }) => name)).toEqual([
      '经理的 ThinkPad',
      '苹果机',
      '苹果本',
      '新电脑',
    ])
    expect(list.at(-1)).toMatchObject({ employee_name: '陈雨桐', dept_path: '运营中心 / 北美站组' })
    expect(list[0]?.dept_path).toBeNull()
    expect(list.map(({ employee_manages }) => employee_manages)).toEqual([true, ...Array(5).fill(false)])

    expect(await names(sid, { audit_state: 'pending' })).toEqual(['经理的 ThinkPad'])
    expect(await names(sid, { audit_state: 'rejected' })).toEqual(['苹果机'])
    expect(await names(sid, { auth_state: 'suspended' })).toEqual(['苹果本'])
    expect(await names(sid, { platform: 'mac' })).toEqual(['苹果本'])
    expect(await names(sid, { outdated: true })).toEqual(['经理的 ThinkPad', '短版本', '老电脑'])
    expect(await names(sid, { outdated: false })).toEqual(['苹果机', '苹果本', '新电脑'])
    expect(await names(sid, { unseen_days: 30 })).toEqual(['老电脑'])
    expect(await names(sid, { unseen_days: 41 })).toEqual([])
    await make.device({ ...input, name: '没有上线', audit: 'approved', createdAt: days(100) })
    await system.change`update device set last_seen_at = null where name = '没有上线'`
    expect(await names(sid, { online: false })).toEqual(['短版本', '老电脑', '没有上线'])
    await system.change`delete from device where name = '没有上线'`
    const online = await listed(sid, { online: true })
    expect(online.list.map(({ name }) => name)).toEqual(['经理的 ThinkPad', '苹果机', '苹果本', '新电脑'])
    expect(online).toMatchObject({ total: 4, more: false, pending: 1 })
    expect(await listed(sid, { online: true, audit_state: 'approved', page_size: 1 })).toMatchObject({
      list: [{ name: '苹果本' }],
      total: 2,
      pending: 1,
    })
    expect(await names(sid, { online: true, keyword: '电脑' })).toEqual(['新电脑'])
    expect(await names(sid, { online: true, after: null, employee_id: manager.id })).toEqual(['经理的 ThinkPad'])
    expect(await names(sid, { online: true, unseen_days: 1 })).toEqual([])
    expect((await call('exportDevices', { online: true }, { sid })).data.rows).toBe(4)
    expect(await names(sid, { employee_id: manager.id })).toEqual(['经理的 ThinkPad'])
    for (const keyword of ['雨桐', '陈雨', '陈雨桐', employee.account.phone.slice(2), `+86 ${employee.account.phone}`])
      expect(await names(sid, { keyword }), keyword).toEqual(all.slice(1))
    for (const keyword of ['thinkpad', 'Thi', '203.0.113.77', '113.7', manager.account.phone])
      expect(await names(sid, { keyword }), keyword).toEqual(['经理的 ThinkPad'])
    for (const keyword of ['%', '_', '没有这台'])
      expect(await listed(sid, { keyword }), keyword).toMatchObject({ list: [], total: 0 })
    expect(
      await names(sid, {
        keyword: '电脑',
        outdated: true,
        unseen_days: 7,
        platform: 'windows',
        audit_state: 'approved',
        auth_state: 'authorized',
        employee_id: employee.id,
      }),
    ).toEqual(['老电脑'])
    expect(await names(sid, { page: 2, page_size: 4 })).toEqual(all.slice(4))
    expect(await listed(sid, { page: 3, page_size: 4 })).toMatchObject({ list: [], total: 6 })
  })

  test('stays exact in its other filters for a keyword with thousands of matches', async () => {
    const { company, employee, sid } = await managed()
    await system.change`
      insert into device (company_id, employee_id, fingerprint, name, platform, os_version, client_version, last_seen_at,
        audit_state, created_at)
      select ${company.id}, ${employee.id}, 'common-' || n, '办公电脑 ' || n, 'windows', '11', '12.0.10', now(),
        case when n % 1700 = 0 then 'pending' else 'approved' end, now() - make_interval(mins => n)
      from generate_series(1, 6800) n`
    const found = await listed(sid, { keyword: '办公' })
    expect(found).toMatchObject({ total: 200, more: true, pending: 4 })
    expect(found.list[0]?.name).toBe('办公电脑 1')
    expect(await listed(sid, { keyword: '办公', audit_state: 'pending' })).toMatchObject({ total: 4, more: false })
    expect(await listed(sid, { keyword: '6799' })).toMatchObject({ total: 1, list: [{ name: '办公电脑 6799' }] })
    expect(await listed(sid, { keyword: '办公', page: 11 })).toMatchObject({ list: [], more: true })
  })

  test('matches device names and people by keyword, each device once, with the other filters', async () => {
    const { company, employee, manager, sid } = await managed()
    await system.change`update employee set name = '欧阳' where id = ${employee.id}`
    await system.change`
      insert into device (company_id, employee_id, fingerprint, name, platform, os_version, client_version, audit_state,
        auth_state, created_at)
      select ${company.id}, case when n > 990 then ${employee.id}::uuid else ${manager.id}::uuid end, 'either-' || n,
        case when n % 9 = 0 and n > 900 then '欧阳的设备 ' || n else '设备 ' || n end, 'windows', '11', '12.0.10',
        case when n % 2 = 0 then 'pending' else 'approved' end, case when n % 5 = 0 then 'suspended' else 'authorized' end,
        now() - make_interval(mins => n)
      from generate_series(1, 1000) n`
    const expected = (requested: (n: number) => boolean) =>
      Array.from({ length: 1000 }, (_, index) => index + 1)
        .filter(n => (n > 990 || (n % 9 === 0 && n > 900)) && requested(n))
        .map(n => (n % 9 === 0 ? `欧阳的设备 ${n}` : `设备 ${n}`))
    const page_size = 100
    expect(await names(sid, { keyword: '欧阳', page_size })).toEqual(expected(() => true))
    expect(await names(sid, { keyword: '欧阳', audit_state: 'pending', page_size })).toEqual(expected(n => n % 2 === 0))
    expect(await names(sid, { keyword: '欧阳', audit_state: 'approved', page_size })).toEqual(
      expected(n => n % 2 === 1),
    )
    const suspended = { keyword: '欧阳', auth_state: 'suspended', page_size } as const
    expect(await names(sid, suspended)).toEqual(expected(n => n % 5 === 0))
    expect(await names(sid, { keyword: '欧阳', employee_id: employee.id, page_size })).toEqual(expected(n => n > 990))
    expect(await listed(sid, { keyword: '欧阳', page: 9 })).toMatchObject({
      list: [],
      total: expected(() => true).length,
    })
  })

  test('filters outdated devices by version, in the order of the full list', async () => {
    const { company, employee, sid } = await managed()
    await make.installer({ clientType: 1, version: '12.3.0' })
    // Only the oldest devices have the oldest version; the other versions are spread among all devices.
    await system.change`
      insert into device (company_id, employee_id, fingerprint, name, platform, os_version, client_version, last_seen_at,
        audit_state, created_at)
      select ${company.id}, ${employee.id}, 'versioned-' || n, '设备 ' || n, 'windows', '11',
        case when n % 100 = 0 then '12.0.1' when n % 70 = 0 then '12.1.0' when n > 5900 then '11.0' else '12.3.0' end, now(),
        case when n % 3 = 0 then 'rejected' else 'approved' end, now() - make_interval(mins => n / 2)
      from generate_series(1, 6000) n`
    for (const state of [{}, { audit_state: 'approved' }] as const) {
      const expectedRows = await system.rows(device.schema.pick({ name: true }))`
        select name from device where company_id = ${company.id} and client_version <> '12.3.0'
          and audit_state = any(${'audit_state' in state ? ['approved'] : ['approved', 'rejected']}::text[])
        order by created_at desc, id desc`
      for (const page of [1, 2, 5, Math.ceil(expectedRows.length / 20), Math.ceil(expectedRows.length / 20) + 1])
        expect(await names(sid, { outdated: true, page, ...state }), `page ${page}`).toEqual(
          expectedRows.slice((page - 1) * 20, page * 20).map(({ name }) => name),
        )
    }
  })

  test('shows detail and log only for own devices', async () => {
    const { company, employee, sid } = await managed()
    const device = await make.device({ companyId: company.id, employeeId: employee.id })
    expect(await call('getDeviceDetail', { device_id: device.id }, { sid })).toMatchObject({
      code: 200,
      data: {
        device: { device_id: device.id },
        device_limit: 2,
        usable: false,
        reason: expect.stringContaining('时长'),
      },
    })
    await system.change`update employee set service_ends_at = now() + interval '1 day' where id = ${employee.id}`
    expect((await call('getDeviceDetail', { device_id: device.id }, { sid })).data).toMatchObject({
      usable: true,
      reason: null,
    })
    const stranger = await managed()
    expect((await call('getDeviceDetail', { device_id: device.id }, { sid: stranger.sid })).code).toBe(-48001)
    expect((await call('getDeviceLog', { device_id: device.id }, { sid: stranger.sid })).code).toBe(-48001)
  })
})
