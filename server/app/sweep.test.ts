import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import sql, { raw } from 'sql-template-tag'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { countOf } from '#server/database/count-rows.ts'
import type { HealthGround } from '#server/engines/health/health-check.ts'
import { createDiskStorage } from '#server/integrations/storage/disk.ts'
import { testDatabase } from '#server/testing/database.ts'
import { makeOn } from '#server/testing/make.ts'
import { healthChecks } from './health/health-checks.ts'
import { sweep } from './sweep.ts'

const { system } = await testDatabase()
const make = makeOn(system)
const storage = createDiskStorage(mkdtempSync(join(tmpdir(), 'portal-sweep-')))
const job = { log: pino({ level: 'silent' }), stopping: new AbortController().signal }
const ages = async (table: string, column: string) =>
  (
    await system.rows(z.object({ days: z.number() }))`
      select round(extract(epoch from now() - ${raw(column)}) / 86400)::integer as days from ${raw(table)} order by days`
  ).map(row => row.days)

test('only expired rows are deleted', async () => {
  const days = (values: number[]) => sql`unnest(${values}::integer[]) as days`
  await system.change`insert into limit_counter (key, window_start, hits)
    select 'key', now() - make_interval(days => days), 1 from ${days([0, 1, 3, 9])}`
  await system.change`insert into login_throttle (key, failures, updated_at)
    select 'key' || days, 1, now() - make_interval(days => days) from ${days([0, 2, 9])}`
  await system.change`insert into verification_code (purpose, phone, code_hash, expires_at, created_at)
    select 'register', '13900001234', '\\x00', now(), now() - make_interval(days => days) from ${days([0, 1, 3])}`
  await system.change`insert into spent_proof (challenge, expires_at)
    select 'challenge' || days, now() - make_interval(days => days) from ${days([-1, 1])}`
  await system.change`insert into sms_message (purpose, phone_masked, created_at)
    select 'register', '139****1234', now() - make_interval(days => days) from ${days([0, 179, 181])}`
  await system.change`insert into demo_outbox (message_id, phone, purpose, code, text, at)
    select uuidv7(), '13900001234', 'register', '', '', now() - make_interval(days => days) from ${days([0, 2])}`
  const company = await make.company()
  for (const [state, age] of [
    ['previewed', 0],
    ['previewed', 2],
    ['running', 40],
    ['done', 29],
    ['done', 31],
    ['failed', 32],
  ] as const)
    await system.change`
      insert into employee_import (company_id, account_id, state, rows, bad, total, created_at)
      values (${company.id}, ${company.owner.account.id}, ${state}, '[]', 0, 0, now() - make_interval(days => ${age}))`
  for (const expired of [-2, 6, 8]) {
    const { id } = await make.employee(company.id, { state: 'invited' })
    await system.change`
      insert into invitation (company_id, employee_id, token_hash, expires_at)
      values (${company.id}, ${id}, decode(md5(${id}), 'hex'), now() - make_interval(days => ${expired}))`
  }
  // An invited person who never registered is removed with the company's entry; the messages sent to them remain without a name.
  for (const [state, age] of [
    ['declined', 59],
    ['declined', 61],
    ['lapsed', 61],
    ['invited', 61],
    ['active', 61],
  ] as const) {
    const { id, account } = await make.employee(company.id, { state })
    await system.change`update employee set invited_at = now() - make_interval(days => ${age}) where id = ${id}`
    await system.change`
      update account set agreed_at = null, display_name = ${`invited ${state}`}, created_at = now() - interval '61 days'
      where id = ${account.id}`
    await system.change`insert into notice (account_id, kind, subject, title, text)
      values (${account.id}, 'membership_invited', 'membership:x', '', '')`
    await system.change`insert into sms_message (account_id, purpose, phone_masked)
      values (${account.id}, 'invitation', '139****4321')`
  }
  await system.change`insert into code_allowance (phone, last_sent_at, day, sent_today)
    select '1390000' || days, now(), current_date - days, 1 from ${days([1, 9])}`
  await system.change`insert into operator_session (token_hash, operator_id, ip, user_agent, expires_at)
    select decode(md5(days::text), 'hex'), ${(await make.operator('support')).id}, '', '', now() - make_interval(days => days)
    from ${days([89, 91])}`
  const account = await make.account()
  await system.change`insert into admin_captcha (company_id, account_id, action, device_ids, code_hash, expires_at, created_at)
    select ${company.id}, ${account.id}, 'audit', '{}', '\\x00', now(), now() - make_interval(days => days) from ${days([0, 1, 3])}`
  await system.change`insert into notice (account_id, kind, subject, title, text, created_at)
    select ${account.id}, 'service_ending', days::text, '', '', now() - make_interval(days => days) from ${days([0, 179, 181])}`
  // Days since the login and since the manual logout; a session expires 30 days after the login.
  for (const [login, ended] of [
    [0, null],
    [40, null],
    [119, null],
    [121, null],
    [100, 95],
    [100, 85],
    [95, 80],
  ] as const)
    await system.change`
      insert into session (sid_hash, account_id, client_name, client_version, ip, user_agent, created_at, expires_at,
        ended_at, end_reason)
      values (decode(md5(${`${login} ${ended}`}), 'hex'), ${account.id}, 'portal-web', '1201', '127.0.0.1', '',
        now() - make_interval(days => ${login}), now() - make_interval(days => ${login - 30}),
        now() - make_interval(days => ${ended}), ${ended === null ? null : 'signed_out'})`

  await system.change`insert into idempotency_key (scope, key, call, hash, created_at)
    select 'public', 'request-' || days, 'wLogin', '\\x00', now() - make_interval(days => days) from ${days([0, 6, 8])}`

  await sweep({ system, storage }, job)
  await sweep({ system, storage }, job)
  const left = await system.rows(
    z.object({ display_name: z.string() }),
  )`select display_name from account where display_name like 'invited %' order by 1`
  expect(left.map(row => row.display_name)).toEqual(['invited active', 'invited declined', 'invited invited'])
  expect(await countOf(system, sql`select count(*) from sms_message where phone_masked = '139****4321'`)).toBe(5)
  await system.change`delete from sms_message where phone_masked = '139****4321'`
  await system.change`delete from notice where kind = 'membership_invited'`
  expect(await countOf(system, sql`select count(*) from code_allowance`)).toBe(1)
  expect((await ages('operator_session', 'expires_at')).filter(age => age > 1)).toEqual([89])
  expect(await ages('limit_counter', 'window_start')).toEqual([0, 1])
  expect(await ages('login_throttle', 'updated_at')).toEqual([0])
  expect(await ages('verification_code', 'created_at')).toEqual([0, 1])
  expect(await ages('admin_captcha', 'created_at')).toEqual([0, 1])
  expect(await ages('notice', 'created_at')).toEqual([0, 179])
  expect(await ages('idempotency_key', 'created_at')).toEqual([0, 6])
  expect(await ages('spent_proof', 'expires_at')).toEqual([-1])
  expect(await ages('sms_message', 'created_at')).toEqual([0, 179])
  expect(await ages('demo_outbox', 'at')).toEqual([0])
  expect(await ages('employee_import', 'created_at')).toEqual([0, 29, 40])
  expect(await ages('invitation', 'expires_at')).toEqual([-2, 6])
  expect(await ages('session', 'created_at')).toEqual([0, 40, 95, 100, 119])
})

test('one run deletes more than a batch, and a stopping portal ends the run early', async () => {
  await system.change`insert into limit_counter (key, window_start, hits)
    select 'many' || number, now() - interval '5 days', 1 from generate_series(1, 5000) as number`
  const left = () => countOf(system, sql`select count(*) from limit_counter where key like 'many%'`)
  await sweep({ system, storage }, { ...job, stopping: AbortSignal.abort() })
  expect(await left()).toBe(5000)
  await sweep({ system, storage }, job)
  expect(await left()).toBe(0)
})

test('a run is limited; the health page reports the rest, which the next run deletes', async () => {
  const count = () => countOf(system, sql`select count(*) from limit_counter where key = 'flood'`)
  await system.change`insert into limit_counter (key, window_start, hits)
    select 'flood', now() - interval '5 days' - make_interval(secs => place), 1 from generate_series(1, 5000) place`
  const progress = () =>
    system.row(z.object({ removed: z.number(), caught_up: z.boolean() }))`
      select removed, coalesce(caught_up_at = ran_at, false) as caught_up from sweep where name = 'limit_counter'`
  await sweep({ system, storage }, { ...job, batches: 2 })
  expect(await count()).toBe(1000)
  expect(await progress()).toEqual({ removed: 4000, caught_up: false })
  const check = healthChecks.find(({ name }) => name === 'sweep')
  // The check uses only the database.
  const ground = { database: system } as HealthGround
  expect(await check?.measure(ground)).toContainEqual(
    expect.objectContaining({ key: 'limit_counter', detail: '上次清理 4000 行' }),
  )
  await sweep({ system, storage }, { ...job, batches: 2 })
  expect(await count()).toBe(0)
  expect(await progress()).toEqual({ removed: 1000, caught_up: true })
})

test('a table that cannot be swept does not stop the others, and the health page names only that table', async () => {
  await system.change`insert into code_allowance (phone, last_sent_at, day, sent_today)
    select '139' || place, now(), current_date - 9, 1 from generate_series(10000001, 10000003) place`
  for (const table of ['admin_captcha', 'code_allowance', 'limit_counter'])
    await system.change`
      insert into sweep (name, removed, first_at, caught_up_at) values (${table}, 0, now() - interval '9 days', null)
      on conflict (name) do update set caught_up_at = null, first_at = excluded.first_at`
  await system.change`insert into sweep (name, removed, first_at) values ('table_of_before', 0, now() - interval '90 days')`
  await system.change`
    create function broken() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$`
  await system.change`create trigger broken before delete on code_allowance execute function broken()`
  await expect(sweep({ system, storage }, job)).rejects.toThrow('the sweep of code_allowance failed')
  const check = healthChecks.find(({ name }) => name === 'sweep')
  const late = (await check?.measure({ database: system } as HealthGround))?.filter(({ value }) => value > 3600)
  expect(late?.map(({ key }) => key)).toEqual(['code_allowance'])
})
