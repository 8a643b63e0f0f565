import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { createDiskStorage, prepareFolder } from './disk.ts'
import { StorageFull } from './storage.ts'

const key = 'licence/2026/11/file.png'
const about = (content: Buffer) => ({ contentType: 'image/png', size: content.length })

async function newFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'haiyilian-disk-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}
/** Lists all files in a folder, including half-written ones. */
const filesIn = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter(entry => entry.isFile())

test('a stored file is read whole and by range, replaced and removed', async () => {
  const folder = await newFolder()
  const storage = createDiskStorage(folder)
  const content = randomBytes(300_000)
  await storage.put(key, content, about(content))
  const stored = await storage.get(key)
  expect(stored?.size).toBe(content.length)
  expect(stored && (await buffer(stored.stream)).equals(content)).toBe(true)

  const part = await storage.get(key, { start: 1000, end: 1999 })
  expect(part?.size).toBe(content.length)
  expect(part && (await buffer(part.stream)).equals(content.subarray(1000, 2000))).toBe(true)

  const later = Buffer.from('later')
  await storage.put(key, Readable.from([later]), about(later))
  expect(await readFile(join(folder, key), 'utf8')).toBe('later')
  await storage.remove(key)
  await storage.remove(key)
  expect(await storage.get(key)).toBeUndefined()
  expect(await filesIn(folder)).toEqual([])
})

test('only the keys below a folder are listed', async () => {
  const storage = createDiskStorage(await newFolder())
  expect(await storage.list('runs/')).toEqual([])
  const names = ['runs/b/wal/2', 'runs/a/begin', 'other/x']
  for (const name of names) await storage.put(name, Buffer.from('x'), { contentType: 'text/plain', size: 1 })
  expect(await storage.list('runs/')).toEqual(['runs/a/begin', 'runs/b/wal/2'])
  for (const bad of ['', '../', 'runs', '/etc/']) await expect(storage.list(bad)).rejects.toThrow('storage folder')
})

test.each([
  '../outside.png',
  'licence/../../outside.png',
  '/etc/passwd',
  'licence/.hidden',
  'licence\\..\\x.png',
  'licence/a\0.png',
  'licence//x.png',
  '.incoming/x.png',
  '',
])('the key %j is refused when writing, reading and removing', async bad => {
  const storage = createDiskStorage(await newFolder())
  await expect(storage.put(bad, Buffer.from('x'), { contentType: 'image/png', size: 1 })).rejects.toThrow('storage key')
  await expect(storage.get(bad)).rejects.toThrow('storage key')
  await expect(storage.remove(bad)).rejects.toThrow('storage key')
})

test('a source that breaks off or is too short leaves nothing and keeps the existing file', async () => {
  const folder = await newFolder()
  const storage = createDiskStorage(folder)
  const before = Buffer.from('before')
  await storage.put(key, before, about(before))
  const breaking = Readable.from(
    (async function* () {
      yield randomBytes(100_000)
      throw new Error('the connection is gone')
    })(),
  )
  await expect(storage.put(key, breaking, { contentType: 'image/png', size: 200_000 })).rejects.toThrow('is gone')
  await expect(
    storage.put(key, Readable.from([randomBytes(10)]), { contentType: 'image/png', size: 11 }),
  ).rejects.toThrow('10 bytes came instead of 11')
  expect(await filesIn(folder)).toHaveLength(1)
  expect(await readFile(join(folder, key), 'utf8')).toBe('before')
})

// A full disk, simulated by a file system of one megabyte, which only root can mount.
test.runIf(process.getuid?.() === 0 && canMount())(
  'a full disk is told as such and leaves no partial file',
  async () => {
    const folder = await newFolder()
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder])
    try {
      const storage = createDiskStorage(folder)
      const [small, large] = [randomBytes(200_000), randomBytes(2_000_000)]
      await storage.put('licence/small.png', small, about(small))
      await expect(storage.put(key, large, about(large))).rejects.toBeInstanceOf(StorageFull)
      expect(await filesIn(folder)).toHaveLength(1)
      await storage.put('licence/another.png', small, about(small))
      const kept = await storage.get('licence/small.png')
      expect(kept && (await buffer(kept.stream)).equals(small)).toBe(true)
    } finally {
      execFileSync('umount', [folder])
    }
  },
)

test('preparing removes old partial files of a killed process, but none being written', async () => {
  const folder = await newFolder()
  await prepareFolder(folder)
  const [old, current] = [join(folder, '.incoming/old'), join(folder, '.incoming/current')]
  await writeFile(old, 'x')
  await writeFile(current, 'x')
  const yesterday = new Date(Date.now() - 86_400_000)
  await utimes(old, yesterday, yesterday)
  await prepareFolder(folder)
  expect((await filesIn(folder)).map(entry => entry.name)).toEqual(['current'])
})

// Two processes on one folder, such as the portal and a command, may clean it up concurrently.
test('several who remove the same partial files at once all succeed', async () => {
  const folder = await newFolder()
  await prepareFolder(folder)
  const yesterday = new Date(Date.now() - 86_400_000)
  for (let index = 0; index < 200; index++) {
    await writeFile(join(folder, `.incoming/${index}`), 'x')
    await utimes(join(folder, `.incoming/${index}`), yesterday, yesterday)
  }
  await Promise.all(Array.from({ length: 5 }, () => prepareFolder(folder)))
  expect(await filesIn(folder)).toEqual([])
})

test('a trial leaves nothing behind, and fails where nothing can be written', async () => {
  const folder = await newFolder()
  const storage = createDiskStorage(folder)
  await storage.probe()
  expect(await filesIn(folder)).toEqual([])
  await rm(join(folder, '.incoming'), { recursive: true })
  await writeFile(join(folder, '.incoming'), '')
  await expect(storage.probe()).rejects.toThrow()
})

function canMount(): boolean {
  try {
    execFileSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', tmpdir()], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
