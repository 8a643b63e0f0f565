import { cp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillDemonstration } from '#server/app/demo/demonstration.ts'
import { readConfig } from '#server/core/config.ts'
import { withClient } from '#server/database/client.ts'
import { jobs } from '#server/engines/jobs/enqueue.ts'
import { emptyRestoreTarget, newFolder, queryRows, restoreTargetAt } from '#server/testing/backups.ts'
import { testDatabase } from '#server/testing/database.ts'
import { makeOn } from '#server/testing/make.ts'
import { hashFile } from './digest.ts'
import { createKey, decrypting, encrypting, readContents, readIdentities, requireRecipients } from './encryption.ts'
import { restoreAbsent } from './restore-files.ts'

const { url, system } = await testDatabase()
const dataDir = await newFolder()
const at = (time: string) => new Date(`2026-11-20T${time}+08:00`)
const [ours, theirs] = await Promise.all(['ours', 'theirs'].map(name => createKey(join(dataDir, name))))
const [ourKey, theirKey] = await Promise.all(['ours', 'theirs'].map(name => readIdentities(join(dataDir, name))))
const encryptedFor = (...recipients: (string | undefined)[]) =>
  restoreTargetAt(url, dataDir, { BACKUP_RECIPIENTS: recipients.join() })
const source = await encryptedFor(ours)
const [to, elsewhere] = [join(dataDir, 'backups'), join(dataDir, 'elsewhere')]
let backup: Awaited<ReturnType<typeof source.backup>>
beforeAll(async () => {
  await fillDemonstration({ config: source.config, storage: source.storage, system, jobs })
  // Longer than one chunk of the format, so that chunks could be lost or change places.
  await makeOn(system).account({ displayName: '名'.repeat(40) })
  backup = await source.backup(to, at('01:00:00'))
})
afterAll(() => rm(dataDir, { recursive: true }))

test('every table and file of an encrypted backup is encrypted, and it restores with the private key only', async () => {
  const { folder, manifest } = backup
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter(each => each.isFile())
  const open = ['manifest.json', 'manifest.sha256', 'manifest.sig', 'files.sha256']
  for (const { parentPath, name } of files)
    if (!open.includes(name))
      expect(await readFile(join(parentPath, name), 'latin1'), name).toMatch(/^age-encryption\.org\/v1\n-> X25519 /)
  expect(files.length).toBe(manifest.tables.length + (manifest.files?.count ?? 0) + open.length)
  expect(manifest.recipients).toEqual([ours])

  // The machine that makes backups checks them without the private key.
  await source.check(folder)
  const place = await emptyRestoreTarget()
  await expect(place.restore(folder)).rejects.toThrow(`须以 --identity 给出私钥所在的文件；对应的公钥：${ours}`)
  await expect(place.restore(folder, theirKey)).rejects.toThrow('打不开这份备份')
  expect(await queryRows(place.url, `select from pg_class where relnamespace = 'public'::regnamespace`)).toEqual([])
  await place.restore(folder, [...(theirKey ?? []), ...(ourKey ?? [])])
  for (const table of ['account', 'audit_entry', 'stored_file'])
    expect(await queryRows(place.url, `select each::text from ${table} each order by 1`), table).toEqual(
      await queryRows(url, `select each::text from ${table} each order by 1`),
    )
  for (const { key } of await queryRows<{ key: string }>(url, 'select storage_key as key from stored_file'))
    expect(await readFile(join(place.config.dataDir, 'files', key)), key).toEqual(
      await readFile(join(dataDir, 'files', key)),
    )
})

test('unchanged files are shared with a backup for the same keys only, and each of several keys opens it', async () => {
  const second = await source.backup(to, at('02:00:00'))
  const both = await (await encryptedFor(ours, theirs)).backup(to, at('03:00:00'))
  const plain = await (await restoreTargetAt(url, dataDir)).backup(to, at('04:00:00'))
  const [first] = (await readFile(join(backup.folder, 'files.sha256'), 'utf8')).match(/files\/\S+/) ?? []
  const inode = async (folder: string) => (await stat(join(folder, first ?? ''))).ino
  expect(await inode(second.folder)).toBe(await inode(backup.folder))
  expect(await inode(both.folder)).not.toBe(await inode(second.folder))
  for (const identities of [ourKey, theirKey]) await readContents(both.folder, both.manifest, identities)
  await expect(readContents(second.folder, second.manifest, theirKey)).rejects.toThrow()
  expect(plain.manifest).toMatchObject({ format: 1, files: { missing: [] } })
  expect(plain.manifest.recipients).toBeUndefined()
})

// Guard: the signature in `sharedSums`. Everybody has the public key, so that a planted file is encrypted as well as ours.
test('a file that somebody put into the previous backup is not taken over', async () => {
  const place = join(dataDir, 'planted')
  const { folder } = await source.backup(place, at('01:00:00'))
  const list = await readFile(join(folder, 'files.sha256'), 'utf8')
  const name = list.match(/files\/\S+/)?.[0] ?? ''
  const planted = await buffer(Readable.from(encrypting([ours ?? ''])(Readable.from([Buffer.from('forged')]))))
  await rm(join(folder, name))
  await writeFile(join(folder, name), planted)
  const forged = list.replace(new RegExp(`[0-9a-f]{64}(?=  ${name})`), (await hashFile(join(folder, name))) ?? '')
  await writeFile(join(folder, 'files.sha256'), forged)
  const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'))
  manifest.files.sha256 = await hashFile(join(folder, 'files.sha256'))
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest))
  await writeFile(join(folder, 'manifest.sha256'), `${await hashFile(join(folder, 'manifest.json'))}  manifest.json\n`)
  const next = await source.backup(place, at('02:00:00'))
  expect(await readFile(join(next.folder, name))).not.toEqual(planted)
  await readContents(next.folder, next.manifest, ourKey)
})

test('a lost file is written back from an encrypted backup, and one that its row does not describe is not', async () => {
  const [{ key = '' } = {}, { key: other = '' } = {}] = await queryRows<{ key: string }>(
    url,
    'select storage_key as key from stored_file order by 1 limit 2',
  )
  const [path, otherPath] = [key, other].map(each => join(dataDir, 'files', each))
  const [content, otherContent] = await Promise.all([readFile(path ?? ''), readFile(otherPath ?? '')])
  await rm(path ?? '')
  await rm(otherPath ?? '')
  await cp(backup.folder, elsewhere, { recursive: true })
  await cp(join(elsewhere, 'files', `${key}.age`), join(elsewhere, 'files', `${other}.age`))
  const opened = { folder: elsewhere, manifest: backup.manifest, identities: ourKey }
  expect(await withClient(url, client => restoreAbsent(client, opened, source.storage))).toMatchObject({
    restored: 1,
    missing: [other],
  })
  expect(await readFile(path ?? '')).toEqual(content)
  await source.storage.put(other, otherContent, { contentType: 'image/png', size: otherContent.length })
})

test('lost, exchanged and repeated chunks are detected even without the checksums', async () => {
  const content = Buffer.alloc(200_000, 'content')
  const whole = await buffer(Readable.from(encrypting([ours ?? ''])(Readable.from([content]))))
  const read = (bytes: Buffer) => buffer(Readable.from(decrypting(ourKey)(Readable.from([bytes]))))
  expect(await read(whole)).toEqual(content)
  const start = whole.length - (200_000 + 4 * 16)
  const chunk = (index: number) => whole.subarray(start + index * 65_552, start + (index + 1) * 65_552)
  const head = whole.subarray(0, start)
  for (const parts of [
    [chunk(0), chunk(1), chunk(2)],
    [chunk(0), chunk(1)],
    [chunk(1), chunk(0), chunk(2), chunk(3)],
    [chunk(0), chunk(0), chunk(1), chunk(2), chunk(3)],
    [chunk(0), chunk(2), chunk(3)],
  ])
    await expect(read(Buffer.concat([head, ...parts]))).rejects.toThrow()
})

test('a file that the program age 1.1.1 has encrypted can be read', async () => {
  const identity = 'AGE-SECRET-KEY-1XVQRD949MPQPEQ8SMDRZ607EKK8LJ26J94FGYW87Q83KCJHD9WCQVUHWQ8'
  const sealed =
    'YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IFgyNTUxOSB0VVVHSkZYengvQW9HTXd1aVV2UmRyYkNFdUc5R0RkUzJTS1lVL09OdmxZCmdFY0UxY2hNZkM1TVRJMEY5QitpZExucEhIL0hXWmZIeVROUVNyUldCZVkKLS0tIHVxdHRoYTVBSUpSWW5reFZteS9SSjRLL1phRGcxMEpKUWtYM0txTzBIU3MKa6AIFfrwHDj7NixMDVfVyfp086BHwDCVTXLdcVlf1NVaabIZEU1UXQw='
  const plain = Readable.from(decrypting([identity])(Readable.from([Buffer.from(sealed, 'base64')])))
  expect((await buffer(plain)).toString()).toBe('海易联')
})

test('keys that cannot be used are refused in words', async () => {
  await expect(createKey(join(dataDir, 'ours'))).rejects.toThrow('已经存在，没有改动')
  expect((await stat(join(dataDir, 'ours'))).mode & 0o777).toBe(0o600)
  await expect(readIdentities(join(dataDir, 'none'))).rejects.toThrow('读不到私钥所在的文件')
  await writeFile(join(dataDir, 'public'), `# a comment\n${ours}\n`)
  await expect(readIdentities(join(dataDir, 'public'))).rejects.toThrow('没有 age 的私钥')
  const mistyped = `${ours?.slice(0, -1)}${ours?.endsWith('q') ? 'p' : 'q'}`
  await expect(requireRecipients([mistyped])).rejects.toThrow('不是完整的 age 公钥')
  await expect((await encryptedFor(mistyped)).backup(join(dataDir, 'none'))).rejects.toThrow('不是完整的 age 公钥')
  expect(() => readConfig({ BACKUP_RECIPIENTS: ourKey?.[0] })).toThrow('不要写私钥')
  expect(() => readConfig({ BACKUP_RECIPIENTS: 'ssh-ed25519 AAAA' })).toThrow('应为 age1 开头的公钥')
})

test('a manifest whose recipients were taken out is refused', async () => {
  const folder = join(dataDir, 'downgraded')
  await cp(backup.folder, folder, { recursive: true })
  const { recipients: _, ...manifest } = backup.manifest
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest))
  await writeFile(join(folder, 'manifest.sha256'), `${await hashFile(join(folder, 'manifest.json'))}  manifest.json\n`)
  await expect(source.check(folder)).rejects.toThrow('备份的签名不对')
})
