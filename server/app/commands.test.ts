import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

test.each([
  ['a backup', ['backup']],
  ['the archive', ['--to', 'latest']],
])('a restore from %s says first that the data folder cannot be made', (_, args) => {
  const folder = mkdtempSync(join(tmpdir(), 'haiyilian-restore-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'file'), '')
  const dataDir = join(folder, 'file/data')
  const { PATH } = process.env
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'commands.ts'), 'restore', ...args],
    {
      env: { PATH, DATA_DIR: dataDir, ARCHIVE: 'disk', ARCHIVE_DIR: join(folder, 'archive') },
      encoding: 'utf8',
    },
  )
  expect(stderr).toMatch(`DATA_DIR=${dataDir} 不能使用`)
  expect(status).toBe(1)
})

test.each([['verify', 'list'], ['backup'], ['operator', 'add', 'zhou', '周敏', '--roles', 'owner']])(
  'the command %s %s without the portal’s environment creates no database, and says so',
  (...args) => {
    const folder = mkdtempSync(join(tmpdir(), 'haiyilian-command-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const dataDir = join(folder, 'data')
    const { status, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'commands.ts'), ...args], {
      env: { PATH: process.env.PATH, DATA_DIR: dataDir },
      encoding: 'utf8',
    })
    expect(stderr).toBe(`${dataDir} 里没有门户的数据库：命令须以门户的用户、在门户的环境变量下运行，请检查 DATA_DIR\n`)
    expect([status, existsSync(dataDir)]).toEqual([1, false])
  },
)
