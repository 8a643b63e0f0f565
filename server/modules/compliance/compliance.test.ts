import { createHash, hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { unzipSync } from 'fflate'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { activityNames } from '#contract/activity-names.ts'
import { isSigned, keyOfLetters } from '#server/core/connection-chain.ts'
import { hashSecret } from '#server/core/secret-hash.ts'
import type { Storage } from '#server/integrations/storage/storage.ts'
import { connectionWorld } from '#server/modules/connections/connections.fixture.ts'
import { overtakenBy } from '#server/testing/overtaken.ts'
import { testPortal } from '#server/testing/portal.ts'
import { writePack } from './write-pack.ts'

const portal = await testPortal()
const { call, system, services, app } = portal
const job = { log: services.log, lastAttempt: false, stopping: new AbortController().signal }

const write = (companyId: string, packId: string, how = job) =>
  writePack(services, { company_id: companyId, pack_id: packId }, how)

async function opened(sid: string, pack_id: string) {
  const { data } = await call('openCompliancePack', { pack_id }, { sid })
  const { pathname, search } = new URL(data.url, 'http://portal')
  const { rawPayload } = await app.inject({ url: pathname + search })
  return { data, content: rawPayload, files: unzipSync(rawPayload) }
}

test('the pack has every table and passport, and its signed list the hash of each file', async () => {
  const { company, sid, client, shop } = await connectionWorld(portal)
  const one = await client()
  const { connection_id } = await one.connect(await shop('一店'))
  await one.report([{ connection_id, event: 'disconnect' }])
  await (await client({ granted: false })).connect()
  await system.change`update employee set name = '=HYPERLINK("http://x")' where id = ${one.employee.id}`
  const { data } = await call('requestCompliancePack', {}, { sid })
  expect((await call('requestCompliancePack', {}, { sid })).code).toBe(-58001)
  expect((await call('openCompliancePack', { pack_id: data.pack_id }, { sid })).code).toBe(-58002)
  await write(company.id, data.pack_id)
  const [pack] = (await call('getCompliancePacks', {}, { sid })).data.list
  expect(pack).toMatchObject({ state: 'ready', available: true })
  const { content, files } = await opened(sid, data.pack_id)
  expect(hash('sha256', content, 'hex')).toBe(pack?.sha256)
  expect(content.length).toBe(pack?.size)
  const text = (name: string) => Buffer.from(files[name] ?? []).toString()
  const manifest = JSON.parse(text('manifest.json'))
  expect(manifest.company).toMatchObject({ id: company.id, name: company.name })
  const names = manifest.files.map(({ name }: { name: string }) => name)
  expect(names.filter((name: string) => name.endsWith('.csv'))).toHaveLength(10)
  expect(names.some((name: string) => name.endsWith('.pdf'))).toBe(true)
  expect(Object.keys(files).sort()).toEqual([...names, 'manifest.json', 'manifest.signature.json'].sort())
  for (const { name, sha256, bytes } of manifest.files) {
    expect([
      name,
      createHash('sha256')
        .update(files[name] ?? '')
        .digest('hex'),
    ]).toEqual([name, sha256])
    expect(files[name]?.length).toBe(bytes)
  }
  const { key, signature } = JSON.parse(text('manifest.signature.json'))
  expect(isSigned(keyOfLetters(key), text('manifest.json'), signature)).toBe(true)
  expect(text('1-认证/认证.csv')).toContain(company.creditCode)
  // A person who has joined is verified through the company, without a separate verification.
  const verified = text('1-认证/认证.csv')
    .split('\n')
    .filter(each => each.startsWith('"经企业认证",'))
  expect(verified.some(each => each.includes('谢宇航') && each.includes(`${company.creditCode}","已通过`))).toBe(true)
  // A name that a program would run as a formula is written as text.
  expect(text('3-设备/设备.csv')).toContain(`"'=HYPERLINK(""http://x"")"`)
  // The names in it are ones that its readers know, not the program's own.
  const shown = manifest.files
    .filter(({ name }: { name: string }) => name.endsWith('.csv'))
    .map(({ name }: { name: string }) => text(name))
    .join('')
  expect(shown).toContain(activityNames['company.pack_requested'])
  expect(shown).toContain('亚马逊')
  expect(shown).toContain('没有这条专线的使用权')
  expect(shown).not.toMatch(/\b(amazon|no_right|disconnected|[a-z_]+\.[a-z_]+ed)\b/)
  // Each download is recorded.
  const log = (await call('getCompanyActivity', { action: 'company.pack_opened' }, { sid })).data
  expect(log.total).toBe(1)
})

test('an export takes a fresh proof, contains only the own company and runs one at a time', async () => {
  const { sid, company } = await connectionWorld(portal)
  const other = await connectionWorld(portal)
  const answers = await Promise.all([
    call('requestCompliancePack', {}, { sid }),
    call('requestCompliancePack', {}, { sid }),
  ])
  expect(answers.map(({ code }) => code).sort()).toEqual([-58001, 200])
  const pack_id = answers.find(({ code }) => code === 200)?.data.pack_id ?? ''
  await write(company.id, pack_id)
  expect((await call('openCompliancePack', { pack_id }, { sid: other.sid })).code).toBe(-58002)
  const { content } = await opened(sid, pack_id)
  expect(Object.values(unzipSync(content)).some(file => Buffer.from(file).includes(other.company.creditCode))).toBe(
    false,
  )
  await system.change`update session set proved_at = now() - interval '1 hour' where sid_hash = ${hashSecret(sid)}`
  expect((await call('requestCompliancePack', {}, { sid })).code).toBe(-41022)
  expect((await call('openCompliancePack', { pack_id }, { sid })).code).toBe(-41022)
})

test('a repeated job writes nothing twice, and one that fails for good reports it', async () => {
  const { sid, company } = await connectionWorld(portal)
  const { data } = await call('requestCompliancePack', {}, { sid })
  await write(company.id, data.pack_id)
  const [first] = (await call('getCompliancePacks', {}, { sid })).data.list
  await write(company.id, data.pack_id)
  expect((await call('getCompliancePacks', {}, { sid })).data.list[0]).toEqual(first)
  const again = (await call('requestCompliancePack', {}, { sid })).data
  // The draft is in the data folder, which has room, and is removed afterwards.
  const drafts = join(services.config.dataDir, 'drafts')
  let path = ''
  const put: Storage['put'] = (_key, content) => {
    path = 'path' in content ? String(content.path) : ''
    return Promise.reject(new Error('full'))
  }
  const full = { ...services, storage: { ...services.storage, put } }
  const failing = { ...job, lastAttempt: true }
  const run = writePack(full, { company_id: company.id, pack_id: again.pack_id }, failing)
  await expect(run).rejects.toThrow('full')
  expect([dirname(path), existsSync(path)]).toEqual([drafts, false])
  const newest = async () => (await call('getCompliancePacks', {}, { sid })).data.list[0]
  expect(await newest()).toMatchObject({ state: 'failed' })
  // The last attempt may also be interrupted, by a stop of the portal or of the machine.
  const stopped = (await call('requestCompliancePack', {}, { sid })).data
  const ending = { ...failing, stopping: AbortSignal.abort() }
  await expect(writePack(services, { company_id: company.id, pack_id: stopped.pack_id }, ending)).rejects.toThrow(
    'stops',
  )
  expect(await newest()).toMatchObject({ pack_id: stopped.pack_id, state: 'failed' })
  await call('requestCompliancePack', {}, { sid })
  expect((await call('requestCompliancePack', {}, { sid })).code).toBe(-58001)
  await system.change`update compliance_pack set created_at = now() - interval '25 hours' where company_id = ${company.id}`
  expect((await call('requestCompliancePack', {}, { sid })).code).toBe(200)
})

// Guard: the pack is written last. Before the notice, it and the erasure waited for each other.
test('a pack that is ready waits for the erasure of its holder without holding the pack', async () => {
  const { sid, company } = await connectionWorld(portal)
  const { data } = await call('requestCompliancePack', {}, { sid })
  const erase = sql`
    select from account where id in (select account_id from employee where company_id = ${company.id}) for update`
  const rewrite = sql`update compliance_pack set actor_name = '已注销用户' where id = ${data.pack_id}`
  await overtakenBy(system, [erase], () => write(company.id, data.pack_id), [rewrite])
  expect((await call('getCompliancePacks', {}, { sid })).data.list[0]).toMatchObject({ state: 'ready' })
})
