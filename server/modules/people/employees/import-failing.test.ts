import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { employeeSheet } from '#contract/records/employee-fields.ts'
import { recordOf } from '#contract/typed-keys.ts'
import { countOf } from '#server/database/count-rows.ts'
import { newPhone } from '#server/testing/identities.ts'
import { testPortal } from '#server/testing/portal.ts'
import { writeBatch } from './import-batches.ts'
import { importEmployees } from './import-job.ts'

const portal = await testPortal()
const { call, make, operate, system, services } = portal

test('the person who started an import is notified once when it fails for good', async () => {
  const { owner, id: company_id } = await make.company()
  const sid = await make.session(owner.account)
  // Its rows cannot be read.
  const inserted = await system.row(z.object({ id: z.string() }))`
    insert into employee_import (company_id, account_id, employee_id, rows, bad, total, state, actor_name)
    values (${company_id}, ${owner.account.id}, ${owner.id}, '[{}]', 0, 1, 'running', '测试') returning id`
  const payload = { company_id, import_id: inserted?.id ?? '' }
  const run = (lastAttempt: boolean) =>
    importEmployees(services, payload, { stopping: new AbortController().signal, lastAttempt, log: services.log })
  const notices = async () => (await call('getNoticeList', {}, { sid })).data.list.map(({ title }) => title)
  await expect(run(false)).rejects.toThrow()
  expect(await notices()).toEqual([])
  await expect(run(true)).rejects.toThrow()
  expect(await notices()).toEqual(['员工导入中断'])
  expect((await call('getEmployeeImport', { import_id: payload.import_id }, { sid })).data.state).toBe('failed')
})

/** Starts an import of 120 people, which are two batches. */
async function begun() {
  const { owner, id: company_id } = await make.company()
  const row = (at: number) => ({
    ...recordOf(employeeSheet, () => ''),
    ...{ row: at + 2, phone: newPhone(), name: `员工${at}`, problems: [], dept_id: null },
  })
  const rows = Array.from({ length: 120 }, (_, at) => row(at))
  const inserted = await system.row(z.object({ id: z.string() }))`
    insert into employee_import (company_id, account_id, employee_id, rows, bad, total, state, actor_name, invite)
    values (${company_id}, ${owner.account.id}, ${owner.id}, ${JSON.stringify(rows)}::jsonb, 0, ${rows.length}, 'running', '测试', true)
    returning id`
  const import_id = inserted?.id ?? ''
  const people = () => countOf(system, sql`select count(*) from employee where company_id = ${company_id}`)
  return { owner, company_id, import_id, people }
}

test('a freeze stops an import that is under way: nobody else is added or written to', async () => {
  const { owner, company_id, import_id, people } = await begun()
  await system.transaction(transaction => writeBatch(services, transaction, company_id, import_id))
  expect(await people()).toBe(101)
  const support = await make.operator('support')
  expect((await operate('freezeCompany', { company_id, reason: '大量骚扰邀请' }, support)).code).toBe(200)
  const job = { stopping: new AbortController().signal, lastAttempt: false, log: services.log }
  await importEmployees(services, { company_id, import_id }, job)
  expect(await people()).toBe(101)
  const notices = await system.rows(z.object({ text: z.string() }))`
    select text from notice where account_id = ${owner.account.id} and subject = ${`import:${import_id}`}`
  expect(notices.map(({ text }) => text)).toEqual([
    expect.stringMatching(/^企业已被冻结，导入随之停止：前 100 行已处理/),
  ])
})

test.each([
  [false, 'running'],
  [true, 'failed'],
])(
  'a portal that stops leaves an import running only for another attempt; the last one: %s',
  async (lastAttempt, state) => {
    const { owner, company_id, import_id, people } = await begun()
    const job = { stopping: AbortSignal.abort(), lastAttempt, log: services.log }
    await expect(importEmployees(services, { company_id, import_id }, job)).rejects.toThrow('the portal stops')
    const sid = await make.session(owner.account)
    expect((await call('getEmployeeImport', { import_id }, { sid })).data).toMatchObject({ state, done: 100 })
    expect(await people()).toBe(101)
  },
)
