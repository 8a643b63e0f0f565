import { beforeEach, expect, test } from 'vitest'
import { testPortal } from '#server/testing/portal.ts'
import { findInstallerFile } from './downloads.sql.ts'
import { newestInstallers } from './downloads.ts'

const { call, make, system } = await testPortal({ PUBLIC_URL: 'https://portal.example.com/' })
const ask = (client_type: 1 | 2 | 4) => call('getVersion', { channel_id: 1, client_type })
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

beforeEach(async () => {
  await system.change`delete from installer`
})

test('with nothing published every list is empty', async () => {
  expect(await ask(1)).toMatchObject({
    code: 200,
    data: { oss_url: '', version: '', size: null, sha256: '', notes: '', force_update: false, published_at: null },
  })
})

test('the newest published version of the requested system is offered', async () => {
  await make.installer({ version: '9.0.0', url: 'https://files.example.com/9.zip', publishedAt: daysAgo(3) })
  await make.installer({ version: '10.0.0', url: 'https://files.example.com/10.zip', publishedAt: daysAgo(1) })
  await make.installer({ version: '11.0.0', url: 'https://files.example.com/11.zip', publishedAt: daysAgo(-1) })
  await make.installer({ clientType: 4, version: '12.0.0', url: 'https://files.example.com/mac.zip' })
  expect((await ask(1)).data).toMatchObject({
    version: '10.0.0',
    oss_url: 'https://files.example.com/10.zip',
    size: 1024,
  })
  expect((await ask(4)).data.version).toBe('12.0.0')
  expect((await ask(2)).data.oss_url).toBe('')
  const all = await newestInstallers(system, { publicUrl: '' })
  expect(all.map(({ client_type, version }) => [client_type, version])).toEqual([
    [1, '10.0.0'],
    [4, '12.0.0'],
  ])
})

test('an uploaded file gets an absolute URL with its encoded name', async () => {
  const file = await make.storedFile({ purpose: 'installer', fileName: '客户端 10.zip' })
  const { id } = await make.installer({ clientType: 2, version: '1.0.0', fileId: file.id })
  const address = new URL((await ask(2)).data.oss_url)
  expect(address.origin).toBe('https://portal.example.com')
  expect(decodeURIComponent(address.pathname)).toBe(`/downloads/${id}/客户端 10.zip`)
  expect(await findInstallerFile(system, id)).toMatchObject({ file_name: '客户端 10.zip', content_type: 'image/png' })
})

test('no file is served for a version hosted elsewhere or not yet published', async () => {
  const elsewhere = await make.installer({ version: '1.0.0' })
  const file = await make.storedFile({ purpose: 'installer' })
  const early = await make.installer({ version: '2.0.0', fileId: file.id, publishedAt: daysAgo(-1) })
  expect(await findInstallerFile(system, elsewhere.id)).toBeUndefined()
  expect(await findInstallerFile(system, early.id)).toBeUndefined()
})

test('there is one channel and there are three systems', async () => {
  const send = (channel_id: number, client_type: number) =>
    // The cast is needed because the contract's types rule these values out.
    call('getVersion', { channel_id, client_type } as { channel_id: 1; client_type: 1 })
  expect(await send(2, 1)).toMatchObject({ code: -41003, data: 'channel_id' })
  expect(await send(1, 3)).toMatchObject({ code: -41003, data: 'client_type' })
})
