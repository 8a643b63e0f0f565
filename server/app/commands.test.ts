import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { refuseSurplus } from './usage.ts'

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

const command = (...args: string[]) =>
  spawnSync(process.execPath, [join(import.meta.dirname, 'commands.ts'), ...args], {
    env: { PATH: process.env.PATH, DATA_DIR: join(tmpdir(), 'haiyilian-none') },
    encoding: 'utf8',
  })

// Guard: helpOn and optionProblem. The sentence stood above sixty lines of help, and Node's own in English.
test.each([
  [
    ['installer', 'publish', '--type', 'windows', '--version', '1', '--file', 'none.exe'],
    '找不到文件 none.exe',
    'installer',
  ],
  [['verify', 'list', '--reason'], '--reason 后面须写它的值；以 - 开头的值写作 --reason=值', 'verify'],
  [['backup', '--help=1'], '--help 后面不写值', 'backup'],
  [['keys', 'list', '--foo'], '没有 --foo 这个参数', 'keys'],
  [['verify'], '请写明做什么', 'verify'],
  [['restore', 'settle', '--promoted', '--files', 'x'], 'restore settle 这样写时没有 --files 这个参数', 'restore'],
  [['line', 'suspend', 'x'], '请写明专线编号，见 line list', 'line'],
])('%j is answered with one sentence and how that command is written', (args, sentence, word) => {
  const { status, stderr } = command(...args)
  const [first, blank, ...shown] = stderr.trimEnd().split('\n')
  expect([status, first, blank]).toEqual([2, sentence, ''])
  expect(shown.length).toBeLessThan(20)
  for (const line of shown) expect(line).toMatch(new RegExp(`^  (${word} |\\s{10})`))
})

test('a command that there is not is answered with one sentence', () => {
  const { status, stderr } = command('docter')
  expect([status, stderr]).toEqual([2, '没有 docter 这个命令；全部命令由 npm run portal 列出\n'])
})

test('every command that the help lists is admitted as it is written there', () => {
  const { stdout } = command('--help')
  const entries = stdout.split(/\n(?= {2}\S)/).slice(1)
  expect(entries.length).toBeGreaterThan(40)
  for (const entry of entries) {
    const written = entry.trim().split(/\s{2,}/)[0] ?? ''
    const words = written.replace(/[[\]]/g, '').match(/"[^"]*"|\S+/g) ?? []
    const options = words.flatMap(word => (word.startsWith('--') ? [word.slice(2)] : []))
    const values = words.filter(
      (word, at) => !word.startsWith('--') && !/^--(?!unsigned|other-key)/.test(words[at - 1] ?? ''),
    )
    expect(() => refuseSurplus(stdout, values, options), written).not.toThrow()
  }
})

// Guard: loginName. Every command, the help as well, ended in a stack where the container runs under a number of its own.
test.runIf(process.getuid?.() === 0)('a command works for a user whom the system does not know', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'commands.ts'), '--help'], {
    // Docker gives such a user this home.
    env: { PATH: process.env.PATH, HOME: '/' },
    encoding: 'utf8',
    ...{ uid: 54_321, gid: 54_321 },
  })
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toContain('npm run portal')
})
