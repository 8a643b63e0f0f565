import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { sweep } from '#server/app/sweep.ts'
import { runAs } from '#server/engines/activity/context.ts'
import { newKey } from '#server/engines/files/uploads.ts'
import { reviewVerification } from '#server/modules/verification/identity.ts'
import { testPortal } from '#server/testing/portal.ts'

const { make, call, operate, system, services, log } = await testPortal().then(portal => ({
  ...portal,
  log: portal.services.log,
}))
const { storage } = services

/** Creates a stored file of this age, with its content. */
async function file(purpose: string, hours: number, accountId?: string) {
  const key = newKey(purpose, 'png')
  await storage.put(key, Buffer.from('picture'), { contentType: 'image/png', size: 7 })
  const row = await system.row(z.object({ id: z.string() }))`
    insert into stored_file (account_id, purpose, content_type, size, sha256, storage_key, file_name, created_at)
    values (${accountId ?? null}, ${purpose}, 'image/png', 7, 'x', ${key}, 'a.png', now() - make_interval(hours => ${hours}))
    returning id`
  const isThere = async () => {
    const stored = await storage.get(key)
    stored?.stream.destroy()
    const rows = await system.row(z.object({ there: z.boolean() }))`
    select exists (select from stored_file where storage_key = ${key}) as there`
    expect(rows?.there).toBe(Boolean(stored))
    return Boolean(stored)
  }
  return { id: row?.id ?? '', key, isThere }
}

const run = () => sweep(services, { log, stopping: new AbortController().signal })

test('an unreferenced upload is deleted after a day, file and row; referenced ones stay', async () => {
  const account = await make.account()
  const gone = [
    await file('licence', 25, account.id),
    await file('voucher', 25, account.id),
    await file('article', 31 * 24),
  ]
  const [fresh, licence, picture, drafted] = [
    await file('licence', 23, account.id),
    await file('licence', 25, account.id),
    await file('article', 31 * 24),
    // An operator goes on with an article that only the browser has until it is saved.
    await file('article', 29 * 24),
  ]
  await make.verification(account, { kind: 'company', licenceFileId: licence.id })
  await make.article({ markdown: `![图](/images/${picture.id}.png)` })
  const rejected = await file('voucher', 25, account.id)
  await system.change`
    insert into audit_entry (actor, action, target, before)
    values ('operator:x', 'payment.rejected', 'payment:x', ${JSON.stringify({ file: rejected.id })}::jsonb)`
  await run()
  for (const each of gone) expect(await each.isThere()).toBe(false)
  for (const each of [fresh, licence, picture, drafted, rejected]) expect(await each.isThere()).toBe(true)
})

test('one run deletes more than one batch', async () => {
  const many = await Promise.all(Array.from({ length: 45 }, () => file('licence', 30)))
  await run()
  expect(await Promise.all(many.map(each => each.isThere()))).not.toContain(true)
})

test('a file that is just being submitted stays', async () => {
  const account = await make.account()
  const licence = await file('licence', 30, account.id)
  await system.transaction(async transaction => {
    await transaction.change`select from stored_file where id = ${licence.id} for key share`
    await run()
  })
  expect(await licence.isThere()).toBe(true)
})

test('a file that the storage fails to delete keeps its row and is deleted next time', async () => {
  const stuck = await file('licence', 30)
  const broken = { ...services, storage: { ...storage, remove: () => Promise.reject(new Error('down')) } }
  await expect(sweep(broken, { log, stopping: new AbortController().signal })).rejects.toThrow('down')
  expect(await stuck.isThere()).toBe(true)
  await run()
  expect(await stuck.isThere()).toBe(false)
})

test('a file is kept by every kind of reference to it', async () => {
  const references = await system.rows(z.object({ table: z.string(), column: z.string() }))`
    select conrelid::regclass::text as table, attname as column
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confrelid = 'stored_file'::regclass`
  const source = readFileSync(new URL('./unused.ts', import.meta.url), 'utf8')
  expect(references.length).toBeGreaterThan(4)
  for (const { table, column } of references) expect(source).toContain(`from ${table} where ${column} = stored_file.id`)
})

test('erasing an account also deletes its licence, from the storage too', async () => {
  const password = 'Blue-Sail-7'
  const account = await make.account({ password })
  const sid = await make.session(account)
  const [licence, unsent] = [await file('licence', 0, account.id), await file('licence', 0, account.id)]
  const others = await file('licence', 0)
  await make.verification(account, { kind: 'company', state: 'rejected', licenceFileId: licence.id })
  expect((await call('deleteAccount', { password }, { sid })).code).toBe(200)
  await expect.poll(licence.isThere).toBe(false)
  await expect.poll(unsent.isThere).toBe(false)
  expect(await others.isThere()).toBe(true)
})

test('a company’s licence and vouchers outlive the account that uploaded them', async () => {
  const password = 'Blue-Sail-7'
  const account = await make.account({ password })
  const sid = await make.session(account)
  const licence = await file('licence', 0, account.id)
  const { id } = await make.verification(account, {
    kind: 'company',
    state: 'under_review',
    licenceFileId: licence.id,
  })
  await runAs('x', () =>
    reviewVerification(services, {
      verificationId: id,
      decision: { state: 'approved', reason: null },
    }),
  )
  const companyOf = async (fileId: string) =>
    system.row(
      z.object({ account_id: z.string().nullable(), company_id: z.string().nullable() }),
    )`select account_id, company_id from stored_file where id = ${fileId}`
  const mine = await system.row(
    z.object({ company_id: z.string(), id: z.string() }),
  )`select company_id, id from employee where account_id = ${account.id}`
  const company = mine?.company_id ?? ''
  expect(await companyOf(licence.id)).toEqual({ account_id: null, company_id: company })
  const voucher = await file('voucher', 0, account.id)
  const order = await make.order({ id: company, owner: { account } }, { state: 'pending' })
  await system.change`
    insert into payment (company_id, order_id, gateway, out_trade_no, amount, voucher_file_id, expires_at)
    values (${company}, ${order.id}, 'transfer', '98765432', 5800, ${voucher.id}, now() + interval '3 days')`
  // Makes another person the owner.
  const next = await make.employee(company, { role: 'manager' })
  await system.change`update employee set role = 'employee' where id = ${mine?.id}`
  await system.change`update employee set role = 'owner' where id = ${next.id}`
  const unsent = await file('licence', 0, account.id)
  expect((await call('deleteAccount', { password }, { sid })).code).toBe(200)
  await expect.poll(unsent.isThere).toBe(false)
  await run()
  expect([await licence.isThere(), await voucher.isThere()]).toEqual([true, true])
  expect(await companyOf(voucher.id)).toEqual({ account_id: null, company_id: company })
  const { token } = await make.operator('support')
  expect((await operate('openLicence', { verification_id: id }, { token })).code).toBe(200)
  const kept = await system.row(
    z.object({ state: z.string(), person_name: z.string() }),
  )`select state, person_name from identity_verification where id = ${id}`
  expect(kept).toEqual({ state: 'approved', person_name: '已注销' })
})
