import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { packCluster, packEnd, packText } from './cluster-stream.ts'
import { unpackCluster } from './unpack-cluster.ts'

async function folder() {
  const path = await mkdtemp(join(tmpdir(), 'haiyilian-stream-'))
  onTestFinished(() => rm(path, { recursive: true }))
  return path
}

test('files, empty files and empty folders are restored, except what PostgreSQL recreates', async () => {
  const from = await folder()
  const large = Buffer.alloc(3_000_000, 'page')
  for (const name of ['global', 'base/1', 'pg_wal', 'pg_tblspc', 'pg_replslot/archive_x'])
    await mkdir(join(from, name), { recursive: true })
  await writeFile(join(from, 'global/pg_control'), 'control')
  await writeFile(join(from, 'base/1/112'), large)
  await writeFile(join(from, 'base/1/113'), '')
  await writeFile(join(from, 'postmaster.pid'), '1')
  await writeFile(join(from, 'pg_wal/000000010000000000000001'), 'log')
  await writeFile(join(from, 'pg_replslot/archive_x/state'), 'slot')
  async function* packed() {
    yield* packCluster(from, new AbortController().signal)
    yield* packText('backup_label', 'START')
    yield packEnd
  }
  const to = join(await folder(), 'postgres')
  const owned: string[] = []
  await mkdir(to)
  await unpackCluster(packed(), to, path => owned.push(path.slice(to.length + 1)))
  const names = (await readdir(to, { recursive: true, withFileTypes: true }))
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(to.length + 1))
  expect(names.sort()).toEqual(['backup_label', 'base/1/112', 'base/1/113', 'global/pg_control'])
  expect((await readFile(join(to, 'base/1/112'))).equals(large)).toBe(true)
  expect(await readdir(join(to, 'pg_wal'))).toEqual([])
  expect(await readdir(join(to, 'pg_tblspc'))).toEqual([])
  expect(owned).toEqual(expect.arrayContaining(['base/1/112', 'pg_replslot', 'global']))
})

test('a stream that ends early or leads out of the folder is refused', async () => {
  const to = await folder()
  const own = () => {}
  async function* early() {
    yield* packText('PG_VERSION', '18')
  }
  await expect(unpackCluster(early(), to, own)).rejects.toThrow('不完整')
  async function* outside() {
    yield* packText('../evil', 'x')
    yield packEnd
  }
  await expect(unpackCluster(outside(), to, own)).rejects.toThrow('不能接受的路径')
})
