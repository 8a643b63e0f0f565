import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { clientConfig } from '#server/database/client.ts'
import { runStatement } from '#server/testing/database-setup.ts'
import { testPortal } from '#server/testing/portal.ts'

const portal = await testPortal()
const { call, make, url } = portal
const company = await make.company()
const sid = await make.session(company.owner.account)
const name = new URL(url).pathname.slice(1)

/** Changes a setting of the database for new sessions, and ends the existing ones. */
async function alterDatabase(setting: string): Promise<void> {
  const client = new Client(clientConfig(url))
  client.on('error', () => {})
  await client.connect()
  await client.query('begin read write')
  await client.query(`alter database "${name}" ${setting}`)
  await client.query('commit')
  await client.query(
    // Processes of the server's own, such as autovacuum's, must not be terminated.
    `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = $1 and pid <> pg_backend_pid() and backend_type = 'client backend'`,
    [name],
  )
  await client.end()
}
const ready = async () => {
  const { statusCode, json } = await portal.app.inject({ url: '/readyz' })
  return { statusCode, status: json().status as string }
}
const addDepartment = (name: string, key: string = randomUUID()) =>
  call('setDepartment', { name }, { sid, headers: { 'idempotency-key': key } })

test('a read-only database answers 503 saying that retrying is safe, until it accepts writes again', async () => {
  expect(await ready()).toEqual({ statusCode: 200, status: 'ready' })
  const key = randomUUID()
  await alterDatabase('set default_transaction_read_only = on')
  try {
    // The first pool connections used are those that were terminated.
    await expect.poll(ready, { timeout: 10_000 }).toEqual({ statusCode: 503, status: 'database is read-only' })
    const refused = await addDepartment('甲部', key)
    expect(refused).toMatchObject({ code: 503, msg: expect.stringContaining('重复提交是安全的') })
  } finally {
    await alterDatabase('reset default_transaction_read_only')
  }
  await expect.poll(async () => (await addDepartment('甲部', key)).code, { timeout: 10_000 }).toBe(200)
  await expect.poll(ready, { timeout: 10_000 }).toEqual({ statusCode: 200, status: 'ready' })
  const { data } = await call('getDeptListByCompanyId', {}, { sid })
  expect(data.list.filter(department => department.name === '甲部')).toHaveLength(1)
})

// Filling a disk takes a mount (faults/database-disk.ts). Here the probe is seen to take blocks, and to be asked.
test('a database whose disk is full is not ready', async () => {
  const line = z.object({ 'QUERY PLAN': z.string() })
  const plan = await portal.system.rows(line)`explain (analyze, buffers) select disk_takes_more()`
  expect(JSON.stringify(plan)).toMatch(/temp read=\d+ written=\d+/)
  const rule = await readFile(new URL('../../database/functions/disk_takes_more.sql', import.meta.url), 'utf8')
  await runStatement(
    url,
    `create or replace function disk_takes_more() returns boolean language plpgsql as $$
    begin raise exception using errcode = 'disk_full'; end $$`,
  )
  await expect.poll(ready, { timeout: 10_000 }).toEqual({ statusCode: 503, status: 'disk is full' })
  await runStatement(url, rule)
  await expect.poll(ready, { timeout: 10_000 }).toEqual({ statusCode: 200, status: 'ready' })
})

test('connections that became read-only are discarded rather than reused', async () => {
  await alterDatabase('set default_transaction_read_only = on')
  await expect.poll(async () => (await addDepartment('乙部')).code, { timeout: 10_000 }).toBe(503)
  // Simulates a failover: existing connections stay open, while new ones find a writable database.
  const client = new Client(clientConfig(url))
  client.on('error', () => {})
  await client.connect()
  await client.query('begin read write')
  await client.query(`alter database "${name}" reset default_transaction_read_only`)
  await client.query('commit')
  await client.end()
  await expect.poll(async () => (await addDepartment('乙部')).code, { timeout: 10_000 }).toBe(200)
})
