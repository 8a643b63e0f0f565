import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import type { OperationInput } from '#contract/operations/index.ts'
import { runAs } from '#server/engines/activity/context.ts'
import { testPortal } from '#server/testing/portal.ts'
import { publishAddress } from './publish.ts'

const { make, system, call, operate, config } = await testPortal({
  PUBLIC_URL: 'https://portal.example.com/',
  MOBILE_HOSTS: 'portal.example.com=m.example.com',
})
const { token } = await make.operator('content')
beforeEach(async () => {
  await system.change`delete from installer`
})

const sha256 = '0123456789abcdef'.repeat(4)
const release = (
  version: string,
  more: Partial<OperationInput<'publishInstallerAddress'>> = {},
): OperationInput<'publishInstallerAddress'> => ({
  client_type: 1,
  version,
  url: `https://files.example.com/client-${version}.exe`,
  size: 98_765_432,
  sha256,
  notes: '- 连接更快',
  force_update: false,
  ...more,
})
const publish = (version: string, more = {}) => operate('publishInstallerAddress', release(version, more), { token })
const list = async () => (await operate('getInstallerList', {}, { token })).data.list
const newest = async () => (await call('getVersion', { channel_id: 1, client_type: 1 })).data

test('a file stored elsewhere is offered at its own address', async () => {
  const url = 'https://files.example.com/client.exe'
  const answer = await publish('12.0.0', { url, sha256: sha256.toUpperCase(), force_update: true })
  expect(answer).toMatchObject({ code: 200, msg: '安装包已发布' })
  const fields = { version: '12.0.0', size: 98_765_432, sha256, notes: '- 连接更快', force_update: true }
  expect(await list()).toMatchObject([{ ...fields, url, file_name: '', state: 'current' }])
  expect(await newest()).toMatchObject({ ...fields, oss_url: url })

  const audit = z.object({ actor: z.string(), action: z.string(), after: z.unknown() })
  expect(
    await system.row(
      audit,
    )`select actor, action, after from audit_entry where target = ${`installer:${answer.data.installer_id}`}`,
  ).toMatchObject({
    actor: expect.stringMatching(/^operator:/),
    action: 'installer.published',
    after: { clientType: 1, version: '12.0.0', url, sha256 },
  })
})

test('a Chinese file name in the address is encoded, as a header needs it', async () => {
  await publish('12.0.0', { url: ' https://FILES.example.com/海易连 12.exe ' })
  const url = 'https://files.example.com/%E6%B5%B7%E6%98%93%E8%BF%9E%2012.exe'
  expect((await newest()).oss_url).toBe(url)
})

test.each([
  ['http://files.example.com/a.exe', '应为 https:// 开头的网址'],
  ['files.example.com/a.exe', '应为 https:// 开头的网址'],
  ['javascript:alert(1)', '应为 https:// 开头的网址'],
  ['https://', '应为 https:// 开头的网址'],
  ['https://user:secret@files.example.com/a.exe', '网址里不能有账号与密码'],
  [`https://files.example.com/${'字'.repeat(60)}.exe`, '下载地址过长'],
  [`https://files.example.com/${'a'.repeat(500)}.exe`, '下载地址最多500个字'],
  ['https://portal.example.com/download/windows', '这是本站的地址，请上传文件'],
  ['https://m.example.com/download/windows', '这是本站的地址，请上传文件'],
  ['https://files.example.com/client.APK?from=portal', 'Windows 的安装包须为 exe、msi、zip 文件'],
])('the address %s is refused at its field', async (url, msg) => {
  expect(await publish('12.0.0', { url })).toMatchObject({ code: -41003, data: 'url', msg })
  expect(await list()).toEqual([])
})

test.each(['https://files.example.com/latest?system=mac', 'https://files.example.com/client-12.0.0'])(
  'the address %s, which may redirect, tells no other platform',
  async url => {
    expect(await publish('12.0.0', { client_type: 4, url })).toMatchObject({ code: 200 })
  },
)

test('size and hash are required, and the version must be newer than the published one, however that was published', async () => {
  await make.installer({ version: '12.0.0' })
  expect(await publish('12.0.1', { size: 0 })).toMatchObject({ code: -41003, data: 'size' })
  expect(await publish('12.0.1', { sha256: '' })).toMatchObject({ code: -41003, data: 'sha256' })
  const old = await publish('11.9.9')
  expect(old).toMatchObject({ code: -41003, data: 'version', msg: '版本号须高于当前的 12.0.0' })
  expect(await publish('12.0.0')).toMatchObject({
    code: -41003,
    data: 'version',
    msg: '12.0.0 已发布过，请使用新的版本号',
  })
  const support = await make.operator('support')
  expect(await operate('publishInstallerAddress', release('12.0.1'), { token: support.token })).toMatchObject({
    code: -41017,
  })
  expect(await list()).toHaveLength(1)
})

test('a withdrawn version can’t be published again, and its file is no longer offered', async () => {
  await publish('12.0.0')
  const { data } = await publish('12.1.0')
  await operate('setInstallerWithdrawn', { installer_id: data.installer_id, withdrawn: true }, { token })
  expect((await newest()).version).toBe('12.0.0')
  expect(await publish('12.1.0')).toMatchObject({ code: -41003, data: 'version' })
})

/** Publishes one version in a transaction that began before the other was published. */
const publishAfter = (other: string, version: string) =>
  system.transaction(async transaction => {
    await transaction.change`select 1`
    expect(await publish(other)).toMatchObject({ code: 200 })
    return runAs('cli:test', () => publishAddress(transaction, config, { ...release(version) }))
  })

// Guard: statement_timestamp() in isOffered. At the start of the transaction the other version is not published yet.
test('a version is compared with one that was published after its transaction had begun', async () => {
  await expect(publishAfter('13.0.1', '13.0.0')).rejects.toThrow('版本号须高于当前的 13.0.1')
})

// Guard: statement_timestamp() in insertInstaller. With the start of its transaction, it would be the older one.
test('a newer version is offered although its transaction began before another was published', async () => {
  await publishAfter('14.0.0', '15.0.0')
  expect((await newest()).version).toBe('15.0.0')
})
