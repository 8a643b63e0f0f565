import { hash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { type ClientRequest, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { operations } from '#contract/operations/index.ts'
import { testSite } from '#server/app/site/testing.ts'
import { operateFile } from '#server/testing/operate-file.ts'
import { testReplica } from '#server/testing/replica.ts'
import { isNewer } from './publish.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'portal-test-'))
afterAll(() => rm(dataDir, { recursive: true, force: true }))
const portal = await testSite({ DATA_DIR: dataDir })
const { make, system, app } = portal
const { token } = await make.operator('content')
let port = 0
beforeAll(async () => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
})
beforeEach(async () => {
  await system.change`delete from installer`
})

const headers = { authorization: 'operations-web 1201', cookie: `__Host-operator=${token}` }
const poster = {
  async post(path: string, body: unknown, { headers: more }: { headers?: Record<string, string> } = {}) {
    const answer = await app.inject({
      method: 'POST',
      url: `/api${path}`,
      payload: body as Buffer,
      headers: more ?? {},
    })
    return { status: answer.statusCode, body: answer.body, headers: answer.headers }
  },
}
async function operate(name: 'getInstallerList' | 'setInstaller' | 'setInstallerWithdrawn', input: object) {
  const answer = await app.inject({
    method: 'POST',
    url: `/api/operations${operations[name].path}`,
    payload: input,
    headers,
  })
  return answer.json()
}
const release = (version: string, more: Record<string, string> = {}, content = randomBytes(100_000)) =>
  operateFile(poster, 'uploadInstaller', {
    fields: {
      client_type: '1',
      version,
      notes: '- 修复若干问题',
      force_update: 'false',
      size: String(content.length),
      ...more,
    },
    content,
    fileName: '海易连 12.exe',
    token,
  })
const list = async () => (await operate('getInstallerList', {})).data.list
/** Lists every file in storage, half-written ones included. */
const stored = async () =>
  (await readdir(join(dataDir, 'files'), { recursive: true, withFileTypes: true })).filter(entry => entry.isFile())
    .length

test.each([
  ['12.0.1', '12.0.0', true],
  ['12.0.10', '12.0.9', true],
  ['12.1', '12.0.9', true],
  ['12.0', '12.0.0', false],
  ['11.9.9', '12.0.0', false],
])('%s is newer than %s: %s', (version, than, newer) => {
  expect(isNewer(version, than)).toBe(newer)
})

test('an uploaded file is stored and hashed while streaming, published, and downloaded unchanged', async () => {
  const content = randomBytes(300_000)
  const sha256 = hash('sha256', content, 'hex')
  const answer = await release('12.0.0', { sha256: sha256.toUpperCase(), force_update: 'true' }, content)
  expect(answer).toMatchObject({ code: 200, data: { sha256 } })
  expect(await list()).toMatchObject([
    {
      version: '12.0.0',
      state: 'current',
      size: content.length,
      sha256,
      force_update: true,
      file_name: '海易连 12.exe',
    },
  ])
  const got = await app.inject(new URL(answer.data.url).pathname)
  expect(got.rawPayload.equals(content)).toBe(true)
  const audit = await system.row(
    z.object({ actor: z.string(), after: z.unknown() }),
  )`select actor, after from audit_entry where target = ${`installer:${answer.data.installer_id}`}`
  expect(audit).toMatchObject({ actor: expect.stringMatching(/^operator:/), after: { version: '12.0.0', sha256 } })
})

test('a refused upload leaves nothing behind: wrong hash or length, older version, another file type', async () => {
  await release('12.0.0')
  const before = await stored()
  const stated = 'a'.repeat(64)
  expect((await release('12.0.1', { sha256: stated })).msg).toContain('SHA-256 与填写的不一致')
  expect((await release('12.0.1', { size: '99999' })).msg).toContain('大小不符')
  expect((await release('12.0.1', { size: '100001' })).msg).toContain('大小不符')
  expect((await release('11.9.9')).msg).toBe('版本号须高于当前的 12.0.0')
  expect((await release('12.0.0')).msg).toContain('已发布过')
  expect(await release('12.0.1', { version: 'latest' })).toMatchObject({ code: -41003, data: 'version' })
  expect(await release('12.0.1', { sha256: 'abc' })).toMatchObject({ code: -41003, data: 'sha256' })
  expect(await release('12.0.1', { size: String(1024 ** 3 + 1) })).toMatchObject({ code: -53620, data: 1 })
  const named = { client_type: '1', version: '12.0.1', notes: '', force_update: 'false', size: '3' }
  const script = { fields: named, content: 'abc', fileName: 'x.sh', token }
  expect(await operateFile(poster, 'uploadInstaller', script)).toMatchObject({
    code: -41003,
    data: 'file',
    msg: 'Windows 的安装包须为 exe、msi、zip 文件',
  })
  const mac = { ...script, fields: { ...named, client_type: '4' }, fileName: 'client.EXE' }
  expect(await operateFile(poster, 'uploadInstaller', mac)).toMatchObject({
    code: -41003,
    data: 'file',
    msg: 'Mac 的安装包须为 dmg、pkg、zip 文件',
  })
  expect(await operateFile(poster, 'uploadInstaller', { ...script, token: 'made-up' })).toMatchObject({ code: -41004 })
  const support = await make.operator('support')
  expect(await operateFile(poster, 'uploadInstaller', { ...script, token: support.token })).toMatchObject({
    code: -41017,
  })
  expect(await stored()).toBe(before)
  expect(await list()).toHaveLength(1)
})

const boundary = 'installer-boundary'
function open(size: number, cookie = headers.cookie): ClientRequest {
  const sent = request({
    port,
    method: 'POST',
    path: `/api/operations${operations.uploadInstaller.path}`,
    headers: { ...headers, cookie, 'content-type': `multipart/form-data; boundary=${boundary}` },
  })
  const fields = { client_type: '1', version: '13.0.0', notes: '', force_update: 'false', size: String(size) }
  for (const [name, value] of Object.entries(fields))
    sent.write(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
  sent.write(`--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.exe"\r\n\r\n`)
  return sent
}

test('an aborted upload leaves no file and no version', async () => {
  const before = await stored()
  const sent = open(5_000_000)
  sent.on('error', () => {})
  sent.write(randomBytes(2_000_000))
  await expect.poll(stored).toBe(before + 1)
  sent.destroy()
  await expect.poll(stored).toBe(before)
  expect(await list()).toEqual([])
})

async function answerOf(sent: ClientRequest) {
  const [response] = await once(sent, 'response')
  let text = ''
  for await (const part of response) text += part
  return JSON.parse(text) as { code: number; msg: string }
}

// Guard: requireSameSession. An upload may take as long as it likes, and what it publishes is what customers install.
test.each([
  ['is disabled', sql`state = 'disabled'`],
  ['loses the role', sql`roles = array['support']`],
  ['gets another password', sql`password_hash = 'another'`],
])('an upload under way publishes nothing once its operator %s', async (_, change) => {
  const leaving = await make.operator('content')
  const before = await stored()
  const sent = open(2_000_000, `__Host-operator=${leaving.token}`)
  const answered = answerOf(sent)
  sent.write(randomBytes(1_000_000))
  await expect.poll(stored).toBe(before + 1)
  await system.change`update operator set ${change} where id = ${leaving.id}`
  sent.end(Buffer.concat([randomBytes(1_000_000), Buffer.from(`\r\n--${boundary}--\r\n`)]))
  expect((await answered).code).toBe(-41004)
  expect(await list()).toEqual([])
  expect(await stored()).toBe(before)
})

test('an upload refused before its file was read is answered once the file has arrived', async () => {
  await release('13.0.0')
  const sent = open(5_000_000)
  const answered = answerOf(sent)
  sent.end(Buffer.concat([randomBytes(5_000_000), Buffer.from(`\r\n--${boundary}--\r\n`)]))
  expect((await answered).msg).toContain('已发布过')
})

test('an upload without a session is refused before the file arrives, and cut off if it goes on', async () => {
  const sent = open(1_000_000_000, 'operator=made-up')
  const cut = new Promise(resolve => sent.once('close', resolve))
  sent.on('error', () => {})
  expect(await answerOf(sent)).toMatchObject({ code: -41004 })
  const chunk = randomBytes(1024 * 1024)
  let megabytes = 0
  for (; megabytes < 200 && !sent.destroyed; megabytes++)
    if (!sent.write(chunk)) await Promise.race([new Promise(resolve => sent.once('drain', resolve)), cut])
  expect(sent.destroyed).toBe(true)
  expect(megabytes).toBeLessThan(50)
})

test('a file far larger than the memory limit can be uploaded', async () => {
  const size = 300 * 1024 * 1024
  const chunk = randomBytes(1024 * 1024)
  const sent = open(size)
  const answered = answerOf(sent)
  const before = process.memoryUsage().rss
  let most = before
  for (let written = 0; written < size; written += chunk.length) {
    if (!sent.write(chunk)) await once(sent, 'drain')
    most = Math.max(most, process.memoryUsage().rss)
  }
  sent.end(`\r\n--${boundary}--\r\n`)
  expect(await answered).toMatchObject({ code: 200 })
  expect((most - before) / 1024 / 1024).toBeLessThan(150)
}, 120_000)

test('every replica shows at once that a version is published, made compulsory or withdrawn', async () => {
  const replica = await testReplica(portal.config, portal)
  await replica.app.ready()
  const pages = [portal.app, replica.app]
  try {
    const shows = async (version: string, yes = true) => {
      for (const each of pages)
        await expect.poll(async () => (await each.inject('/download')).body.includes(version)).toBe(yes)
    }
    const version = async () =>
      Promise.all(
        pages.map(async each => {
          const payload = { channel_id: 1, client_type: 1 }
          const answer = await each.inject({ method: 'POST', url: '/api/v1/app/getVersion', payload })
          const { data } = answer.json()
          return [data.version, data.force_update]
        }),
      )
    await release('14.1.0')
    await shows('14.1.0')
    const { data } = await release('14.2.0')
    await shows('14.2.0')
    // Each field is changed separately and leaves the other as it is.
    await operate('setInstaller', { installer_id: data.installer_id, notes: '全新的设置页' })
    await operate('setInstaller', { installer_id: data.installer_id, force_update: true })
    await shows('全新的设置页')
    expect(await version()).toEqual([
      ['14.2.0', true],
      ['14.2.0', true],
    ])
    const path = new URL(data.url).pathname
    expect((await replica.app.inject(path)).statusCode).toBe(200)
    const withdrawn = await operate('setInstallerWithdrawn', { installer_id: data.installer_id, withdrawn: true })
    expect(withdrawn).toMatchObject({ code: 200, data: { current: '14.1.0' } })
    await shows('14.2.0', false)
    await shows('14.1.0')
    expect(await version()).toEqual([
      ['14.1.0', false],
      ['14.1.0', false],
    ])
    expect((await replica.app.inject(path)).statusCode).toBe(404)
    expect(await list()).toMatchObject([
      { version: '14.2.0', state: 'withdrawn' },
      { version: '14.1.0', state: 'current' },
    ])
    await operate('setInstallerWithdrawn', { installer_id: data.installer_id, withdrawn: false })
    await shows('14.2.0')
    const actions = await system.rows(
      z.object({ action: z.string() }),
    )`select action from audit_entry where target = ${`installer:${data.installer_id}`} order by id`
    expect(actions.map(({ action }) => action)).toEqual([
      'installer.published',
      'installer.changed',
      'installer.changed',
      'installer.withdrawn',
      'installer.restored',
    ])
  } finally {
    await replica.stop()
  }
})
