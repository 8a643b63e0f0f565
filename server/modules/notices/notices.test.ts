import { pino } from 'pino'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { InputOf } from '#contract/index.ts'
import { dayInChina } from '#server/core/service-time.ts'
import type { Database } from '#server/database/database.ts'
import { notify } from '#server/engines/notices/notices.ts'
import { untilWindowHolds } from '#server/testing/limit-window.ts'
import { testPortal } from '#server/testing/portal.ts'
import { serviceNotices } from './service-notices.ts'

const portal = await testPortal()
const { make, call, system, services } = portal
const job = { log: pino({ level: 'silent' }), stopping: new AbortController().signal }
const run = () => serviceNotices(services, job)

const noticesOf = (of: { id: string }) =>
  system.rows(z.object({ kind: z.string(), title: z.string(), text: z.string(), subject: z.string() }))`
  select kind, title, text, subject from notice where account_id = ${of.id} order by id`
const sentTo = async (phone: string) =>
  (await portal.app.inject({ url: `/demo/outbox?phone=${phone}` })).json<{ text: string; purpose: string }[]>()

describe('notices of an account', () => {
  const ring = (accountIds: string[], subject: string, kind: 'device_waiting' | 'service_ended' = 'device_waiting') =>
    notify(system, services, {
      to: { accountIds },
      kind,
      subject,
      title: '标题',
      text: '您的服务已到期。',
      link: '/control/deviceManage',
    })

  test('appear once per account and subject, also when concurrent', async () => {
    const [one, two] = [await make.account(), await make.account()]
    // Guard: `on conflict (account_id, subject) do nothing`.
    const rung = await Promise.all(
      Array.from({ length: 10 }, (_, index) => ring(index % 2 ? [one.id, two.id] : [two.id, one.id], 'device:1')),
    )
    expect(rung.reduce((sum, count) => sum + count)).toBe(2)
    expect(await ring([one.id], 'device:2')).toBe(1)
    expect([(await noticesOf(one)).length, (await noticesOf(two)).length]).toEqual([2, 1])
  })

  test('are listed, counted and marked as read for their own account only', async () => {
    const [one, two] = [await make.account(), await make.account()]
    const [sid, other] = [await make.session(one), await make.session(two)]
    for (const subject of ['a', 'b', 'c']) await ring([one.id], subject)
    await ring([two.id], 'a')
    const { data } = await call('getNoticeList', {}, { sid })
    expect(data).toMatchObject({ total: 3, unread: 3 })
    expect(data.list[0]).toMatchObject({ kind: 'device_waiting', read: false, link: '/control/deviceManage' })
    const newest = data.list[0]?.notice_id ?? ''
    expect((await call('readNotices', { notice_ids: [newest] }, { sid: other })).data.unread).toBe(1)
    expect((await call('readNotices', { notice_ids: [newest] }, { sid })).data.unread).toBe(2)
    const unread = await call('getNoticeList', { unread_only: true, page_size: 1, page: 2 }, { sid })
    expect(unread.data).toMatchObject({ total: 2, unread: 2, list: [{ notice_id: data.list[2]?.notice_id }] })
    expect((await call('readNotices', {}, { sid })).data.unread).toBe(0)
    expect((await call('getNoticeList', {}, { sid: other })).data).toMatchObject({ total: 1, unread: 1 })
  })

  test('are also sent by SMS where chosen, a few a day', async () => {
    const account = await make.account()
    const sid = await make.session(account)
    expect((await call('getNoticeSettings', {}, { sid })).data.sms).toEqual([
      'service_ended',
      'verification_reviewed',
      'company_state',
      'account_changed',
      'login_held',
    ])
    await untilWindowHolds()
    await ring([account.id], 'not chosen')
    await ring([account.id], 'chosen', 'service_ended')
    await expect
      .poll(async () => (await sentTo(account.phone)).map(({ text }) => text))
      .toEqual(['【海易联】您的服务已到期。'])
    expect((await call('setNoticeSettings', { sms: ['device_waiting'] }, { sid })).data.sms).toEqual(['device_waiting'])
    await ring([account.id], 'chosen no more', 'service_ended')
    for (let index = 0; index < 20; index++) await ring([account.id], `now chosen ${index}`)
    await expect.poll(async () => (await sentTo(account.phone)).length).toBe(10)
    expect((await sentTo(account.phone)).filter(({ purpose }) => purpose === 'service_ended')).toHaveLength(1)
    expect(await noticesOf(account)).toHaveLength(23)
  })

  // Guard: `beforeCommit` in queueManySms. Every message counts in the site's row: locked in the middle of a transaction, the row
  // could deadlock with another transaction that waits for it.
  test('raised within transactions cause no deadlock', async () => {
    const [one, two, shared] = [await make.account(), await make.account(), await make.account()]
    const lock = (transaction: Database) =>
      transaction.row(z.object({ id: z.string() }))`select id from account where id = ${shared.id} for update`
    const ringIn = (transaction: Database, account: { id: string }) =>
      notify(transaction, services, {
        to: { accountIds: [account.id] },
        kind: 'service_ended',
        subject: 'circle',
        title: '标题',
        text: '您的服务已到期。',
        link: '',
      })
    const locked = Promise.withResolvers<void>()
    const rung = Promise.withResolvers<void>()
    await Promise.all([
      system.transaction(async transaction => {
        await locked.promise
        await ringIn(transaction, one)
        rung.resolve()
        await lock(transaction)
      }),
      system.transaction(async transaction => {
        await lock(transaction)
        locked.resolve()
        await rung.promise
        await ringIn(transaction, two)
      }),
    ])
    for (const { phone } of [one, two]) await expect.poll(async () => (await sentTo(phone)).length).toBe(1)
  })
})

describe('notices of services that end', () => {
  const hours = (count: number) => new Date(Date.now() + count * 3_600_000)
  beforeEach(async () => {
    await system.change`update employee set service_ends_at = null`
    await system.change`delete from notice`
  })
  const ends = (employee: { id: string }, at: Date) =>
    system.change`update employee set service_ends_at = ${at} where id = ${employee.id}`

  test('come once at each threshold and not in between', async () => {
    const company = await make.company({ employees: 1 })
    const [employee] = company.employees
    if (!employee) throw new Error('nobody was made')
    const notified: [number, string | undefined][] = []
    for (const left of [16, 14.5, 12, 6.9, 4, 2.5, 0.5, -0.1, -1, -3]) {
      await system.change`delete from notice`
      await ends(employee, hours(left * 24))
      await run()
      notified.push([left, (await noticesOf(employee.account))[0]?.subject.split(':')[2]])
    }
    expect(notified).toEqual([
      [16, undefined],
      [14.5, '15'],
      [12, undefined],
      [6.9, '7'],
      [4, undefined],
      [2.5, '3'],
      [0.5, '1'],
      [-0.1, '0'],
      [-1, '0'],
      [-3, undefined],
    ])
  })

  test('come once: not twice concurrently or later, but again for a renewal’s new end', async () => {
    const company = await make.company({ managers: 1, employees: 450 })
    await system.change`
      update employee set service_ends_at = now() + interval '60 hours' where company_id = ${company.id} and role = 'employee'`
    // Guard: the unique subject of an account.
    await Promise.all([run(), run(), run()])
    await run()
    const count = async () =>
      (await system.row(z.object({ notices: z.int(), accounts: z.int() }))`
        select count(*)::integer as notices, count(distinct account_id)::integer as accounts from notice
        where kind = 'service_ending' and subject like 'service:%'`) ?? { notices: 0, accounts: 0 }
    expect(await count()).toEqual({ notices: 450, accounts: 450 })
    const [employee] = company.employees
    if (!employee) throw new Error('nobody was made')
    expect((await noticesOf(employee.account))[0]).toMatchObject({ kind: 'service_ending', title: '服务即将到期' })
    expect((await noticesOf(employee.account))[0]?.text).toMatch(
      /^您的服务将于 \d{4}-\d\d-\d\d \d\d:\d\d 到期，还剩 3 天。$/,
    )
    // After the renewal the old end is no longer reported.
    await ends(employee, hours(24 * 90))
    await run()
    expect(await noticesOf(employee.account)).toHaveLength(1)
    await ends(employee, hours(24 * 30 + 60))
    await run()
    expect(await noticesOf(employee.account)).toHaveLength(1)
  })

  test('skip disabled people and frozen companies', async () => {
    const company = await make.company({ employees: 1 })
    const frozen = await make.company({ employees: 1, state: 'frozen' })
    await system.change`update employee set state = 'disabled' where company_id = ${company.id} and role = 'employee'`
    await system.change`
      update employee set service_ends_at = now() + interval '60 hours' where company_id = any(${[company.id, frozen.id]}::uuid[])
        and role = 'employee'`
    await run()
    expect(await system.rows(z.object({ id: z.string() }))`select id from notice`).toEqual([])
  })

  test('end the run between two batches when the portal stops', async () => {
    const company = await make.company({ employees: 1 })
    await ends(company.employees[0] ?? { id: '' }, hours(60))
    await serviceNotices(services, { ...job, stopping: AbortSignal.abort() })
    expect(await system.rows(z.object({ id: z.string() }))`select id from notice`).toEqual([])
  })

  const at = (day: number, time: string) => new Date(`${dayInChina(Date.now() + day * 86_400_000)}T${time}+08:00`)
  const inWords = (day: number) => dayInChina(Date.now() + day * 86_400_000)

  test('are combined into one a day for managers, whose link leads to a list of the same people', async () => {
    const company = await make.company({ managers: 1, employees: 6 })
    const [one, two, three, four, five] = company.employees
    if (!one || !two || !three || !four || !five) throw new Error('nobody was made')
    await system.change`insert into service_balance (company_id, days) values (${company.id}, 1000)`
    await system.change`update employee set name = '冯奕辰' where id = ${one.id}`
    for (const employee of [two, three, four, five]) await ends(employee, at(3, '18:00'))
    await Promise.all([run(), run()])
    await ends(company.employees[5] ?? one, at(3, '18:00'))
    await run()
    for (const { account } of [company.owner, ...company.managers]) {
      const notices = await noticesOf(account)
      expect(notices).toHaveLength(1)
      expect(notices[0]).toMatchObject({ kind: 'service_ending', title: '员工服务到期提醒' })
      expect(notices[0]?.text).toMatch(new RegExp(`^4 人的服务将于 ${inWords(3)} 到期：[^、]+、[^、]+、[^、]+ 等。$`))
    }
    const sid = await make.session(company.owner.account)
    const listed = async () => {
      const { link } = (await call('getNoticeList', {}, { sid })).data.list[0] ?? { link: '' }
      const { order: _, ...filter } = Object.fromEntries(new URL(link, 'https://portal').searchParams)
      return (await call('getCompanyUserList', filter as InputOf<'getCompanyUserList'>, { sid })).data
    }
    await system.change`update employee set service_ends_at = null where id = ${company.employees[5]?.id}`
    expect((await listed()).list.map(({ employee_id }) => employee_id).toSorted()).toEqual(
      [two, three, four, five].map(({ id }) => id).toSorted(),
    )
    await system.change`delete from notice`
    await ends(one, at(-1, '10:00'))
    await run()
    expect((await noticesOf(company.owner.account))[0]?.text).toMatch(
      new RegExp(`^1 人的服务已于 ${inWords(-1)} 到期：冯奕辰；4 人的服务将于 ${inWords(3)} 到期：`),
    )
    expect((await listed()).total).toBe(5)
  })

  // Guard: whole days of China in companySummaries. A span from the run's time would move on, and report the people of the
  // afternoon again the next morning.
  test('tell managers of a person once at a threshold, whichever run of the day it is', async () => {
    const company = await make.company({ employees: 3 })
    await system.change`insert into service_balance (company_id, days) values (${company.id}, 1000)`
    const times = ['00:00', '10:00', '23:59']
    for (const [index, time] of times.entries()) {
      const [employee] = company.employees.slice(index)
      await system.change`
        update employee set service_ends_at = ${at(3, time)}, name = ${`到期于${time}`} where id = ${employee?.id}`
    }
    for (let day = -1; day <= 5; day++)
      for (const time of ['09:23', '10:23', '15:23', '20:23'])
        await serviceNotices(services, job, at(day, time).getTime())
    const texts = (await noticesOf(company.owner.account))
      .filter(({ subject }) => subject.startsWith('services:'))
      .map(({ text }) => text)
    const all = times.map(time => `到期于${time}`).join('、')
    expect(texts).toEqual([
      `3 人的服务将于 ${inWords(3)} 到期：${all}。`,
      `3 人的服务将于 ${inWords(3)} 到期：${all}。`,
      `3 人的服务已于 ${inWords(3)} 到期：${all}。`,
    ])
  })

  test('report a low balance once, an empty one once, and again after a purchase', async () => {
    const company = await make.company({ employees: 2 })
    for (const employee of company.employees) await ends(employee, hours(24 * 10))
    const balances = async () => (await noticesOf(company.owner.account)).filter(({ kind }) => kind === 'balance_low')
    const set = (days: number) =>
      system.change`
        insert into service_balance (company_id, days) values (${company.id}, ${days})
        on conflict (company_id) do update set days = ${days}`
    await set(60)
    await run()
    expect(await balances()).toEqual([])
    await set(59)
    await Promise.all([run(), run()])
    expect((await balances()).map(({ text }) => text)).toEqual([
      '2 人将在 15 天内到期，剩余 59 人天，各续 30 天还差 1 人天。',
    ])
    await set(30)
    await run()
    expect(await balances()).toHaveLength(1)
    await set(0)
    await run()
    await run()
    expect((await balances()).map(({ title }) => title)).toEqual(['剩余时长不足', '剩余时长已用完'])
    await system.change`
      insert into service_entry (company_id, kind, days, balance_after, actor_name) values (${company.id}, 'purchase', 10, 10, '运营')`
    await set(10)
    await run()
    expect(await balances()).toHaveLength(3)
  })
})
