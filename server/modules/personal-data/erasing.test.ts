import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { dayInChina } from '#server/core/service-time.ts'
import { serviceNotices } from '#server/modules/notices/service-notices.ts'
import { testPortal } from '#server/testing/portal.ts'

const { make, call, operate, services, system } = await testPortal()
const password = 'Blue-Sail-7'

/** Creates a member with a waiting device, and with records about and by the member. */
async function member(name: string) {
  const company = await make.company({ employees: 1 })
  const account = await make.account({ password })
  const { id } = await make.employee(company.id, { account, name, role: 'manager' })
  const sid = await make.session(account)
  const colleague = company.employees[0]
  if (!colleague) throw new Error('a company with an employee was made')
  const fingerprint = randomUUID()
  const reported = await call(
    'reportDevice',
    { fingerprint, name: '旧手机', platform: 'android', os_version: 'Android 16', client_version: '12.0.1' },
    { sid },
  )
  expect(reported.code).toBe(200)
  await system.change`
    insert into notice (account_id, kind, subject, title, text)
    values (${account.id}, 'service_ending', 'service:own', '服务即将到期', '您的服务将在 7 天后到期')`
  await system.change`insert into notice_setting (account_id, sms) values (${account.id}, '{device_waiting}')`
  await system.change`
    insert into employee_log (company_id, employee_id, action, actor_name, detail) values
      (${company.id}, ${id}, 'changed', '林海舟', ${`姓名：${name}甲 → ${name}`}),
      (${company.id}, ${colleague.id}, 'moved', ${name}, '运营中心'),
      (${company.id}, ${colleague.id}, 'handed_over', '林海舟', ${`接手${name}`})`
  await system.change`
    insert into service_entry (company_id, kind, days, balance_after, actor_name) values (${company.id}, 'gift', 5, 5, ${name})`
  const written = async () =>
    (
      await system.row(z.object({ text: z.string() }))`
      select concat(
        (select string_agg(log::text, '|') from employee_log log where company_id = ${company.id}),
        (select string_agg(log::text, '|') from device_log log where company_id = ${company.id}),
        (select string_agg(entry::text, '|') from activity entry where company_id = ${company.id}),
        (select string_agg(notice::text, '|') from notice where account_id in (${account.id}, ${company.owner.account.id}))
      ) as text`
    )?.text ?? ''
  return { company, account, colleague, sid, id, written }
}

test('the export has the account’s employment, devices and notices, and nobody else’s', async () => {
  const { sid, company, id, account, colleague } = await member('沈知远')
  const owner = await make.session(company.owner.account)
  await call('setCompanyUser', { employee_id: id, job_number: 'B7', position: '店长' }, { sid: owner })
  await call('setCompanyUser', { employee_id: colleague.id, position: '运营' }, { sid })
  const code = await make.promotionCode()
  await system.change`
    insert into channel_registration (promotion_code, account_id, company_name, credit_code, industry_id, size, contact_name)
    select ${code}, ${account.id}, '深圳沈氏', '91440300MAXX000013', id, '1-20人', '沈知远' from industry order by sort limit 1`
  const mine = await call('exportAccount', {}, { sid })
  expect(mine.data.account).toMatchObject({
    employment: {
      company: expect.any(String),
      name: '沈知远',
      job_number: 'B7',
      position: '店长',
      role: 'manager',
      service_ends_at: null,
    },
    devices: [{ name: '旧手机', platform: 'android', audit_state: expect.any(String), ip: expect.any(String) }],
    notices: expect.arrayContaining([expect.objectContaining({ title: '服务即将到期', read_at: null })]),
    notices_by_sms: ['device_waiting'],
    channel_registrations: [{ company_name: '深圳沈氏', contact_name: '沈知远' }],
    // The owner's acts on the same people belong to the owner.
    activity: [{ company: company.name, action: 'employee.changed' }, { action: 'device.registered' }],
  })
  const theirs = await call('exportAccount', {}, { sid: owner })
  expect(theirs.data.account).toMatchObject({ devices: [], notices_by_sms: null, channel_registrations: [] })
})

test('after an erasure no log or notice has the name, while acts and ledger remain', async () => {
  const { account, company, colleague, sid, written } = await member('沈知远')
  expect(await written()).toContain('沈知远')
  expect((await call('deleteAccount', { password }, { sid })).code).toBe(200)
  const left = await written()
  expect(left).not.toContain('沈知远')
  expect(left).not.toContain(account.phone)
  expect(left).not.toContain('旧手机')
  expect(
    await system.row(
      z.object({ notices: z.int() }),
    )`select count(*)::integer as notices from notice where account_id = ${account.id}`,
  ).toEqual({ notices: 0 })
  const log = await system.rows(z.object({ action: z.string(), actor_name: z.string(), detail: z.string() }))`
  select action, actor_name, detail from employee_log
  where company_id = ${company.id} and employee_id = ${colleague.id} order by action desc`
  const pseudonym = expect.stringMatching(/^(接手)?已注销用户 [0-9a-f]{4}$/)
  expect(log).toEqual([
    { action: 'moved', actor_name: pseudonym, detail: '运营中心' },
    { action: 'handed_over', actor_name: '林海舟', detail: pseudonym },
  ])
  expect(
    await system.row(
      z.object({ actor_name: z.string() }),
    )`select actor_name from service_entry where company_id = ${company.id} and kind = 'gift'`,
  ).toEqual({ actor_name: '沈知远' })
})

test('the acts of another person with the same name keep that name', async () => {
  const { company, colleague, sid } = await member('沈知远')
  await make.employee(company.id, { name: '沈知远' })
  expect((await call('deleteAccount', { password }, { sid })).code).toBe(200)
  expect(
    await system.row(z.object({ actor_name: z.string() }))`
    select actor_name from employee_log
    where company_id = ${company.id} and employee_id = ${colleague.id} and action = 'moved'`,
  ).toEqual({ actor_name: '沈知远' })
})

test('an erasure finds former names, and writes none into the ledger itself', async () => {
  const { company, colleague, sid, id } = await member('沈知远甲')
  const owner = await make.session(company.owner.account)
  expect((await call('setCompanyUser', { employee_id: colleague.id, position: '运营' }, { sid })).code).toBe(200)
  expect((await call('setCompanyUser', { employee_id: id, name: '沈明' }, { sid: owner })).code).toBe(200)
  await system.change`
    update employee set service_ends_at = now() + interval '5 days 1 hour' where company_id = ${company.id} and id = ${id}`
  expect((await call('deleteAccount', { password }, { sid })).code).toBe(200)
  const left = await system.row(z.object({ text: z.string() }))`
    select concat(
      (select string_agg(log::text, '|') from employee_log log where company_id = ${company.id}),
      (select string_agg(entry::text, '|') from activity entry where company_id = ${company.id}),
      (select string_agg(entry::text, '|') from service_entry entry where company_id = ${company.id} and kind = 'reclaim'),
      (select string_agg(span::text, '|') from access_span span where company_id = ${company.id})) as text`
  expect(left?.text).not.toMatch(/沈知远甲|沈明/)
  expect(left?.text).toMatch(/reclaim.*已注销用户/)
})

const contact = z.object({ contact_name: z.string(), contact_phone: z.string(), owner: z.string() })

test('who leaves, or erases the account, is no company’s contact any more; the owner is', async () => {
  const contactOf = async (company: { id: string }) =>
    system.row(contact)`
      select contact_name, contact_phone, employee.name as owner from company
      join employee on employee.company_id = company.id and role = 'owner' where company.id = ${company.id}`
  const [now, before] = [await member('沈知远'), await make.company()]
  const { account, company, sid } = now
  await system.change`
    update company set contact_name = '沈知远', contact_phone = ${account.phone} where id = any(${[company.id, before.id]}::uuid[])`
  expect((await call('deleteAccount', { password }, { sid })).code).toBe(200)
  for (const each of [company, before]) {
    const is = await contactOf(each)
    expect(is).toEqual({ contact_name: is?.owner, contact_phone: each.owner.account.phone, owner: is?.owner })
  }

  // The company's own telephone stays, and so does a name that a colleague has as well.
  const office = await member('顾南乔')
  await system.change`
    update company set contact_name = '顾南乔', contact_phone = '0755-86000000' where id = ${office.company.id}`
  const namesake = await make.employee(office.company.id, { name: '顾南乔' })
  const removing = { sid: await make.session(office.company.owner.account) }
  expect((await call('delCompanyUser', { employee_ids: [namesake.id] }, removing)).code).toBe(200)
  expect(await contactOf(office.company)).toMatchObject({ contact_name: '顾南乔', contact_phone: '0755-86000000' })
  expect((await call('leaveCompany', { company_id: office.company.id }, { sid: office.sid })).code).toBe(200)
  const left = await contactOf(office.company)
  expect(left).toMatchObject({ contact_name: left?.owner, contact_phone: '0755-86000000' })
})

test.each([0, 1])('the name of party %i is erased from a dispute over a device', async erased => {
  const company = await make.company()
  const people = await Promise.all(
    ['贺兰持有', '慕容申请'].map(async name => {
      const account = await make.account({ password })
      return { name, sid: await make.session(account), ...(await make.employee(company.id, { account, name })) }
    }),
  )
  const reported = () => ({
    fingerprint: `shared-${company.id}`,
    name: '共用电脑',
    platform: 'windows' as const,
    os_version: 'Windows 11',
    client_version: '12.0.1',
  })
  for (const { sid } of people) await call('reportDevice', reported(), { sid })
  const dispute = await system.row(
    z.object({ id: z.string() }),
  )`select id from device_dispute where company_id = ${company.id}`
  const { token } = await make.operator('support')
  const decision = { dispute_id: dispute?.id ?? '', decision: 'hand_over' as const, reason: '慕容申请的电脑' }
  expect((await operate('decideDispute', decision, { token })).code).toBe(200)
  const written = async () =>
    (
      await system.row(z.object({ text: z.string() }))`
      select concat(
        (select string_agg(log::text, '|') from device_log log where company_id = ${company.id}),
        (select string_agg(dispute::text, '|') from device_dispute dispute where company_id = ${company.id}),
        (select string_agg(notice::text, '|') from notice join employee on employee.account_id = notice.account_id
          where company_id = ${company.id})) as text`
    )?.text ?? ''
  const { name, sid } = people[erased] ?? { name: '', sid: '' }
  expect(await written()).toContain(name)
  expect((await call('deleteAccount', { password }, { sid })).code).toBe(200)
  expect(await written()).not.toContain(name)
})

test('exporting the account’s data takes a fresh proof, not only an open session', async () => {
  const account = await make.account({ password: 'Blue-Sail-7' })
  const sid = await make.session(account)
  await system.change`update session set proved_at = now() - interval '5 minutes 1 second' where account_id = ${account.id}`
  expect((await call('exportAccount', {}, { sid })).code).toBe(-41022)
  expect((await call('reauthenticate', { password: 'Blue-Sail-7' }, { sid })).code).toBe(200)
  expect((await call('exportAccount', {}, { sid })).code).toBe(200)
})

// Guard: the notices `services:<day>` name people only in their text.
test('combined notices of ending services keep the other people’s names after an erasure', async () => {
  const company = await make.company({ employees: 0 })
  const account = await make.account({ password })
  const noon = `${dayInChina(Date.now() + 3 * 86_400_000)}T12:00:00+08:00`
  // The last of four names is followed by `等`, and a single one by the end of the sentence.
  const names = ['林子衿', '何嘉树', '苏晚晴', '周牧之']
  for (const [index, name] of names.entries())
    await make.employee(company.id, { ...(index ? {} : { account }), name, serviceEndsAt: new Date(noon) })
  const lonely = await make.account({ password })
  await make.employee(company.id, {
    account: lonely,
    name: '独行者',
    serviceEndsAt: new Date(Date.parse(noon) + 4 * 86_400_000),
  })
  const job = { log: pino({ level: 'silent' }), stopping: new AbortController().signal }
  await serviceNotices(services, job)
  const texts = async () =>
    (
      await system.rows(z.object({ text: z.string() }))`
        select text from notice where account_id = ${company.owner.account.id} and subject like 'services:%'`
    ).map(({ text }) => text)
  expect((await texts()).join()).toMatch(/林子衿.*独行者。/)
  for (const person of [account, lonely])
    expect((await call('deleteAccount', { password }, { sid: await make.session(person) })).code).toBe(200)
  const left = (await texts()).join()
  expect(left).toMatch(/4 人的服务将于.*已注销用户 [0-9a-f]{4}.*：已注销用户 [0-9a-f]{4}。$/)
  expect(left).not.toMatch(/林子衿|独行者/)
})

// Guard: any notice to managers is removed through the person whom its subject names, and through their requests.
test('no notice of any kind shows the name of an erased account', async () => {
  const company = await make.company({ managers: 1 })
  const account = await make.account({ password })
  const { id } = await make.employee(company.id, { account, name: '林子衿' })
  const sid = await make.session(account)
  expect((await call('requestAccess', { kind: 'days', days: 30, note: '下个月继续' }, { sid })).code).toBe(200)
  const former = company.managers[0]?.account.id
  for (const [subject, kind] of [
    [`bypassed:${id}`, 'sign_in_bypassed'],
    [`guest:${id}:1790000000000`, 'guest_ending'],
    [`connection:${id}:refused`, 'connection_warned'],
    [`lapsed:${company.id}:2026-11-28T01:00:00.000Z`, 'membership_answered'],
  ])
    await system.change`
      insert into notice (account_id, kind, subject, title, text)
      select unnest(${[company.owner.account.id, former]}::uuid[]), ${kind}, ${subject}, '通知', '林子衿'`
  // A former manager still has the notices of that time.
  await system.change`update employee set role = 'employee' where account_id = ${former}`
  expect((await call('deleteAccount', { password }, { sid })).code).toBe(200)
  const left = await system.rows(z.object({ subject: z.string() }))`
    select subject from notice where text like '%林子衿%' and account_id = any(${[company.owner.account.id, former]}::uuid[])`
  expect(left).toEqual([])
})

// Guard: eraseWaitingMessages. A group that was away for a while would be sent the name after the erasure.
test('what still waits for a company’s group does not show the name of an erased account', async () => {
  const company = await make.company({ managers: 1 })
  const owner = await make.session(company.owner.account)
  const robot = { provider: 'wecom', name: '运营群', kinds: ['requests', 'decisions', 'orders'] } as const
  const url = 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=693axxx6-7aoc-4bc4-97a0-0ec2sifa5aaa'
  expect((await call('addCompanyRobot', { ...robot, kinds: [...robot.kinds], url }, { sid: owner })).code).toBe(200)
  await system.change`
    update company_robot set next_attempt_at = now() + interval '1 hour' where company_id = ${company.id}`
  const people = ['林子衿', '何嘉树'].map(async name => {
    const account = await make.account({ password })
    await make.employee(company.id, { account, name, ...(name === '何嘉树' && { role: 'manager' }) })
    return make.session(account)
  })
  const [own = '', manager = ''] = await Promise.all(people)
  const colleague = await make.session((await make.employee(company.id, { name: '苏晚晴' })).account)
  for (const [sid, days] of [
    [own, 30],
    [colleague, 7],
  ] as const) {
    const { request_id } = (await call('requestAccess', { kind: 'days', days, note: '继续' }, { sid })).data
    expect((await call('refuseRequest', { request_id, reason: '项目已结束' }, { sid: manager })).code).toBe(200)
  }
  const waiting = async () =>
    (
      await system.rows(z.object({ words: z.string() }))`
        select title || '：' || text as words from robot_message
        where company_id = ${company.id} and state = 'pending' order by position`
    ).map(({ words }) => words)
  expect((await waiting()).join()).toMatch(/林子衿.*何嘉树/)
  for (const sid of [own, manager]) expect((await call('deleteAccount', { password }, { sid })).code).toBe(200)
  expect(await waiting()).toEqual([
    expect.stringMatching(/^苏晚晴申请/),
    expect.stringMatching(/^苏晚晴的申请未通过：.+，由 已注销用户 [0-9a-f]{4} 处理。$/),
  ])
})

test('an erased manager’s name is removed from decisions and approval requests', async () => {
  const company = await make.company({ employees: 1 })
  const account = await make.account({ password })
  const name = '欧阳若澜'
  await make.employee(company.id, { account, name, role: 'manager' })
  const sid = await make.session(account)
  const colleague = company.employees[0]
  if (!colleague) throw new Error('a company with an employee was made')
  const theirs = await make.session(colleague.account)
  const { request_id } = (await call('requestAccess', { kind: 'days', days: 30, note: '继续' }, { sid: theirs })).data
  expect((await call('refuseRequest', { request_id, reason: '项目已结束' }, { sid })).code).toBe(200)
  expect((await call('setDuty', { employee_id: colleague.id, duty: 'reader' }, { sid })).code).toBe(200)
  expect((await call('requestCompliancePack', {}, { sid })).code).toBe(200)
  await system.change`
    insert into held_login (company_id, account_id, generation, terminal, client_name, user_agent, ip, state, decided_by, decided_at, expires_at)
    values (${company.id}, ${colleague.account.id}, 1, 'device:x', 'web', '', '127.0.0.1', 'rejected', ${name}, now(), now())`
  const named = async () =>
    (
      await system.rows(z.object({ name: z.string() }))`
        select decided_by as name from access_request where company_id = ${company.id}
        union all select given_by from employee_duty where company_id = ${company.id}
        union all select decided_by from held_login where company_id = ${company.id}
        union all select actor_name from compliance_pack where company_id = ${company.id}`
    ).map(row => row.name)
  expect(await named()).toEqual(Array(4).fill(name))
  expect((await call('deleteAccount', { password }, { sid })).code).toBe(200)
  expect(await named()).toEqual(Array(4).fill(expect.stringMatching(/^已注销用户 /)))
})
