import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import sharp from 'sharp'
import sql from 'sql-template-tag'
import { afterAll, expect, test } from 'vitest'
import { countOf } from '#server/database/count-rows.ts'
import type { Upload } from '#server/engines/context.ts'
import { findFile, insertWithinLimit } from '#server/engines/files/uploads.sql.ts'
import { insertUpload, keepUpload, requireUpload, safeName, uploadsPerHour } from '#server/engines/files/uploads.ts'
import { createDiskStorage } from '#server/integrations/storage/disk.ts'
import { type Storage, StorageFull } from '#server/integrations/storage/storage.ts'
import { testDatabase } from '#server/testing/database.ts'
import { makeOn } from '#server/testing/make.ts'
import { untilBlocked } from '#server/testing/overtaken.ts'
import { onePage } from '#server/testing/pdf.ts'

const { system } = await testDatabase()
const make = makeOn(system)
const folder = await mkdtemp(join(tmpdir(), 'haiyilian-uploads-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const log = pino({ level: 'silent' })
const disk = createDiskStorage(folder)
const account = await make.account()

const upload = (content: Buffer, input: Partial<Upload> = {}): Upload => ({
  fileName: '营业执照.jpg',
  content,
  truncated: false,
  ...input,
})
const keep = async (
  existing: Upload,
  { accountId = account.id, storage = disk }: { accountId?: string; storage?: Storage } = {},
) => {
  await requireUpload(system, { accountId, purpose: 'licence', upload: existing })
  return keepUpload(
    { system, storage, log },
    { owner: accountId, purpose: 'licence', upload: existing },
    async take => {
      const file = take()
      return { id: await insertUpload(system, accountId, file), contentType: file.content_type, size: file.size }
    },
  )
}

const picture = (width = 60, height = 40) => sharp({ create: { width, height, channels: 3, background: '#1257ff' } })

async function stored(id: string) {
  const row = await findFile(system, id)
  if (!row) throw new Error('no such file')
  return { ...row, content: await readFile(join(folder, row.storage_key)) }
}
const filesOnDisk = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter(entry => entry.isFile()).length
const rowsOf = (accountId: string) =>
  countOf(system, sql`select count(*) from stored_file where account_id = ${accountId}`)

test('a photo is rotated upright and loses location, device and all non-image bytes', async () => {
  const photo = await picture()
    .jpeg()
    .withExif({ IFD0: { Make: 'SecretCamera' }, IFD3: { GPSLatitude: '22/1 32/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .toBuffer()
  const sent = Buffer.concat([photo, Buffer.from('<script>alert(1)</script>PK\x03\x04')])
  const { id, contentType, size } = await keep(upload(sent))
  const file = await stored(id)
  expect([contentType, file.content_type, size]).toEqual(['image/jpeg', 'image/jpeg', file.content.length])
  expect(file.storage_key).toMatch(/^licence\/\d{4}\/\d{2}\/[0-9a-f]{32}\.jpg$/)
  const { exif, orientation, width, height } = await sharp(file.content).metadata()
  expect([exif, orientation, width, height]).toEqual([undefined, undefined, 40, 60])
  expect(file.content.includes('script')).toBe(false)
})

test.each([
  ['png', 'image/png'],
  ['webp', 'image/webp'],
] as const)('a %s keeps its type, whatever its file name', async (format, contentType) => {
  const { id } = await keep(upload(await picture().toFormat(format).toBuffer(), { fileName: 'C:\\照片\\run.exe' }))
  const file = await stored(id)
  expect([file.content_type, (await sharp(file.content).metadata()).format]).toEqual([contentType, format])
  expect(file.file_name).toBe(`run.${format}`)
})

test('a picture larger than needed is scaled down', async () => {
  const { id } = await keep(upload(await picture(5000, 100).png().toBuffer()))
  const { width, height } = await sharp((await stored(id)).content).metadata()
  expect([width, height]).toEqual([4000, 80])
})

test('a PDF is rewritten without the bytes outside of its objects', async () => {
  const content = Buffer.concat([Buffer.from('%PDF-1.4\n<html>'), onePage()])
  const { id, contentType } = await keep(upload(content, { fileName: '营业执照.pdf' }))
  expect(contentType).toBe('application/pdf')
  const kept = (await stored(id)).content.toString('latin1')
  expect(kept).toMatch(/^%PDF-1\.\d\n[\s\S]*\/Type \/Page\b/)
  expect(kept).not.toContain('<html>')
})

/** The PNG has 70 bytes and claims to be 50,000 by 50,000 pixels. */
const bomb = Buffer.from(
  '89504e470d0a1a0a0000000d494844520000c3500000c35008060000009c6a3d1e0000000a49444154789c63000100000500010d0a2db40000000049454e44ae426082',
  'hex',
)
const jpeg = await picture(400, 400).jpeg().toBuffer()
test.each([
  ['a page', upload(Buffer.from('<!doctype html><script>alert(1)</script>')), -45001],
  ['a drawing with scripts', upload(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')), -45001],
  ['a GIF', upload(Buffer.from('GIF89a\x01\x00\x01\x00')), -45001],
  ['nothing', upload(Buffer.alloc(0)), -45001],
  ['a script behind the mark of a PDF', upload(Buffer.from('%PDF-1.4\n<< /S /JavaScript >>\n%%EOF')), -45001],
  ['a cut PDF', upload(Buffer.from('%PDF-1.4\n1 0 obj')), -45003],
  ['a cut JPEG', upload(jpeg.subarray(0, jpeg.length / 2)), -45003],
  ['the mark of a PNG and nothing of it', upload(Buffer.from('89504e470d0a1a0a00000000', 'hex')), -45003],
  ['a page behind the mark of a JPEG', upload(Buffer.from('ffd8ff3c68746d6c3e', 'hex')), -45003],
  ['a small file of gigabytes', upload(bomb), -45002],
  ['a file that was cut at the limit', upload(jpeg, { truncated: true }), -45002],
])('%s is refused and leaves nothing', async (_, values, code) => {
  const [files, rows] = [await filesOnDisk(), await rowsOf(account.id)]
  const error = await keep(values).catch((reason: unknown) => reason)
  expect(error).toMatchObject({ code, data: code === -45002 ? 8 : null })
  expect([await filesOnDisk(), await rowsOf(account.id)]).toEqual([files, rows])
})

test('a PDF that is refused for its script is not called an unsupported type', async () => {
  const error = await keep(upload(Buffer.from('%PDF-1.4\n<< /S /JavaScript >>\n%%EOF'))).catch(
    (reason: unknown) => reason,
  )
  expect(error).toMatchObject({ code: -45001, message: expect.stringContaining('脚本或附件') })
})

// Guard: the lock of the account's row before counting, in `insertWithinLimit`. Without it slightly more than thirty pass.
test('of forty concurrent uploads thirty are stored, and another one leaves nothing', async () => {
  const { id: accountId } = await make.account()
  const file = { purpose: 'licence', content_type: 'image/png', size: 1, sha256: '0', file_name: 'a.png' }
  const ids = await Promise.all(
    Array.from({ length: 40 }, (_, at) =>
      insertWithinLimit(system, accountId, { ...file, storage_key: `none/${accountId}/${at}` }, uploadsPerHour),
    ),
  )
  expect(ids.filter(Boolean)).toHaveLength(uploadsPerHour)
  const before = await filesOnDisk()
  const content = await picture().png().toBuffer()
  await expect(keep(upload(content), { accountId })).rejects.toMatchObject({ code: -45004 })
  expect([await rowsOf(accountId), await filesOnDisk()]).toEqual([uploadsPerHour, before])
  await system.change`
    update stored_file set created_at = now() - interval '61 minutes'
    where id = (select id from stored_file where account_id = ${accountId} limit 1)`
  await keep(upload(content), { accountId })
})

test('a full disk gives a clear error, any other storage error stays one, and neither leaves a row', async () => {
  const before = await rowsOf(account.id)
  const failing = (error: Error): Storage => ({ ...disk, put: () => Promise.reject(error) })
  await expect(keep(upload(jpeg), { storage: failing(new StorageFull('ENOSPC')) })).rejects.toMatchObject({
    code: 503,
    message: expect.stringContaining('空间不足'),
  })
  await expect(keep(upload(jpeg), { storage: failing(new Error('EIO')) })).rejects.toThrow('EIO')
  expect(await rowsOf(account.id)).toBe(before)
})

test('a file whose row cannot be written is deleted again', async () => {
  const before = await filesOnDisk()
  const nobody = '0199aaaa-0000-7000-8000-000000000000'
  await expect(keep(upload(jpeg), { accountId: nobody })).rejects.toThrow('foreign key')
  expect(await filesOnDisk()).toBe(before)
})

const cutOff = new Error('Connection terminated unexpectedly')
const cut = (writeDown: Parameters<typeof keepUpload<string>>[2]) =>
  keepUpload({ system, storage: disk, log }, { owner: account.id, purpose: 'licence', upload: upload(jpeg) }, writeDown)

// Guard: `isUnwritten`. Without it the file of a row that was committed is removed.
test('a file whose row was committed stays, though the answer of the commit was lost', async () => {
  const before = await filesOnDisk()
  let id = ''
  const lost = cut(async take => {
    id = await insertUpload(system, account.id, take())
    throw cutOff
  })
  await expect(lost).rejects.toBe(cutOff)
  expect((await stored(id)).content.length).toBeGreaterThan(0)
  expect(await filesOnDisk()).toBe(before + 1)
})

// Guard: the insertion in `isUnwritten` waits. A plain read finds no row yet, and the file is removed from under it.
test('a file stays whose row is still being committed behind a connection that broke', async () => {
  let id = ''
  let lost: Promise<string> | undefined
  await system.transaction(async transaction => {
    const isInserted = Promise.withResolvers<void>()
    lost = cut(async take => {
      id = await insertUpload(transaction, account.id, take())
      isInserted.resolve()
      throw cutOff
    })
    lost.catch(() => {})
    await isInserted.promise
    await untilBlocked(system)
  })
  await expect(lost).rejects.toBe(cutOff)
  expect((await stored(id)).content.length).toBeGreaterThan(0)
})

test.each([
  ['营业执照.JPG', '营业执照.jpg'],
  ['../../etc/passwd', 'passwd.jpg'],
  ['C:\\Users\\张三\\照片.png', '照片.jpg'],
  ['a\0b\r\nc"<>.jpg', 'abc.jpg'],
  ['执照\u202egpj.exe', '执照gpj.jpg'],
  ['.htaccess', '文件.jpg'],
  ['', '文件.jpg'],
  ['长'.repeat(300), `${'长'.repeat(80)}.jpg`],
  ['\ud800.jpg', '\ufffd.jpg'],
])('the file name %j becomes %j', (input, kept) => {
  expect(safeName(input, 'jpg')).toBe(kept)
})

// Guard: the length of the name that is read. Without it the process answers nobody for half a minute.
test('a name of 80 kB takes no longer than another', () => {
  const start = performance.now()
  expect(safeName(`a${' '.repeat(80_000)}b.jpg`, 'jpg')).toBe('a.jpg')
  expect(performance.now() - start).toBeLessThan(1_000)
})
