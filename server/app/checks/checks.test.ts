import { execFile } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#server/core/config.ts'
import { freePort } from '#server/database/embedded-postmaster.ts'
import { refusedStart, removeFolder, repositoryRoot, temporaryFolder } from '#server/testing/portal-process.ts'
import { production } from '#server/testing/production.ts'
import { auditFileCheck } from './audit-file.ts'
import { backupsCheck } from './backups.ts'
import { runChecks, StartupWarning } from './check.ts'
import { examine } from './doctor.ts'
import { checkEmbedded, checkFolder, judgeDisk } from './folder.ts'
import { checkListening } from './listening.ts'
import { proxyCheck } from './proxy.ts'

const folder = temporaryFolder('portal checks')
const servers: Server[] = []
beforeAll(async () => {
  chmodSync(folder, 0o755)
  const { buildIfStale } = await import('../../../scripts/build.ts')
  await buildIfStale()
}, 120_000)
afterAll(() => {
  for (const server of servers) server.close()
  return removeFolder(folder)
})

const listen = async (server: Server): Promise<number> => {
  servers.push(server)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}
const place = (dataDir: string) => ({ dataDir, databaseUrl: undefined, storage: 'disk' as const })

test.each([
  ['203.0.113.7', /^HOST=203.0.113.7 不是本机的地址：/],
  ['no-such-host.invalid', /^HOST=no-such-host.invalid 找不到这个主机名：/],
])('the host %s is refused as not of this machine', async (host, sentence) => {
  await expect(checkListening({ host, port: 0 })).rejects.toThrow(sentence)
})

test('a data folder is refused if it is a file, within a file, or of another PostgreSQL version', async () => {
  const file = join(folder, 'a file')
  writeFileSync(file, '')
  await expect(checkFolder(place(file))).rejects.toThrow(/不是文件夹：/)
  await expect(checkFolder(place(join(file, 'data')))).rejects.toThrow(/不是文件夹：/)
  const older = join(folder, 'older')
  mkdirSync(join(older, 'postgres'), { recursive: true })
  writeFileSync(join(older, 'postgres/PG_VERSION'), '15\n')
  await expect(checkEmbedded(place(older))).rejects.toThrow(/由 PostgreSQL 15 建立，本程序自带 18：/)
  expect(await checkFolder(place(join(folder, 'new/data')))).toContain('将会创建')
  expect(existsSync(join(folder, 'new'))).toBe(false)
})

test('the data folder is used for drafts where the database and the files are elsewhere, and may have little room', async () => {
  const elsewhere = { databaseUrl: 'postgresql://u:p@h/d', storage: 's3' } as const
  const file = join(folder, 'a file')
  writeFileSync(file, '')
  await expect(checkFolder({ dataDir: join(file, 'data'), ...elsewhere })).rejects.toThrow(/不是文件夹：/)
  const judge = () => judgeDisk(20 * 2 ** 20, { dataDir: folder, ...elsewhere })
  expect(judge).toThrow(StartupWarning)
  expect(judge).toThrow(/只剩 20 MB：/)
})

test('a disk that is nearly full gives a warning, a full one is refused', () => {
  const megabytes = (free: number) => () => judgeDisk(free * 2 ** 20, place(join(folder, 'new')))
  expect(megabytes(5_000)).not.toThrow()
  expect(megabytes(500)).toThrow(/只剩 500 MB：/)
  expect(megabytes(20)).toThrow(/只剩 20 MB，至少需要 300 MB：/)
})

test('doctor reports each setting, and accepts the port its own portal is using', async () => {
  const none = await examine({ PORT: 'x', DATABASE_URL: 'postgresql://u:geheim/x@h/d' })
  expect(none.well).toBe(false)
  expect(none.lines).toEqual([expect.stringMatching(/^✗ .*PORT：应为/), expect.stringMatching(/^✗ .*DATABASE_URL：/)])
  expect(none.lines.join()).not.toContain('geheim')
  const port = await listen(createHttpServer((_, response) => response.end('{"status":"ok"}')))
  const running = await examine({ PORT: String(port), DATA_DIR: join(folder, 'new') })
  expect(running.lines.join('\n')).toContain(`✓ 监听地址　　门户正在 127.0.0.1:${port} 运行`)
  expect(running).toMatchObject({ well: true })
  await expect(checkListening(readConfig({ PORT: String(port) }))).rejects.toThrow(/已有一个门户在运行：/)
})

test('doctor tries the file of the audit without writing to it or making it', async () => {
  const trial = async (auditFile: string) => auditFileCheck({ auditFile })[0]?.run()
  const file = join(folder, 'audit.jsonl')
  expect(await trial(file)).toBe(`${file}（将会创建）`)
  expect(existsSync(file)).toBe(false)
  writeFileSync(file, '{}\n')
  expect(await trial(file)).toBe(file)
  expect(readFileSync(file, 'utf8')).toBe('{}\n')
  await expect(trial(folder)).rejects.toThrow('审计文件')
  await expect(trial(join(folder, 'none/audit.jsonl'))).rejects.toThrow('不能写（ENOENT）')
  expect(auditFileCheck({ auditFile: undefined })).toEqual([])
})

test('doctor writes, reads and removes an object in the archive', async () => {
  const archived = async (place: string) => {
    const environment = { PORT: String(await freePort()), DATA_DIR: join(folder, 'new'), ARCHIVE: 'disk' }
    const { lines } = await examine({ ...environment, ARCHIVE_DIR: place })
    return lines.filter(line => /归档/.test(line)).join()
  }
  const place = join(folder, 'archive')
  expect(await archived(place)).toBe(`✓ 归档　　　　${place}（将会创建）`)
  expect(existsSync(place)).toBe(false)
  mkdirSync(place)
  expect(await archived(place)).toBe(`✓ 归档　　　　${place} 能写入、读取与删除`)
  expect(readdirSync(place)).toEqual(['.incoming'])
  const file = join(folder, 'a file in its place')
  writeFileSync(file, '')
  expect(await archived(file)).toMatch(/^✗ 归档.* 不能用：ENOTDIR.*ReadWritePaths$/)
})

test('doctor says where the bucket of files cannot be used', async () => {
  const port = await freePort()
  const bucket = { S3_ENDPOINT: `http://127.0.0.1:${port}`, S3_REGION: 'cn-hangzhou', S3_BUCKET: 'haiyilian' }
  const keys = { S3_ACCESS_KEY_ID: 'id', S3_ACCESS_KEY_SECRET: 'secret' }
  const environment = { PORT: String(await freePort()), DATA_DIR: join(folder, 'new'), STORAGE: 's3' }
  const { lines, well } = await examine({ ...environment, ...bucket, ...keys })
  expect([well, lines.filter(line => /文件存储/.test(line)).join()]).toEqual([
    false,
    expect.stringMatching(new RegExp(`^✗ 文件存储.*:${port} haiyilian 不能用：.*ECONNREFUSED`)),
  ])
})

test('doctor as a command fails when something is wrong', async () => {
  const port = await freePort()
  const run = promisify(execFile)(process.execPath, ['server/app/commands.ts', 'doctor'], {
    cwd: repositoryRoot,
    env: { PATH: process.env.PATH, PORT: String(port), DATABASE_URL: 'postgresql://u:geheim#1@127.0.0.1:1/d' },
  })
  const { code, stdout, stderr } = (await run.catch(
    (error: { code: number; stdout: string; stderr: string }) => error,
  )) as {
    code: number
    stdout: string
    stderr: string
  }
  expect(code).toBe(1)
  expect(stdout).toMatch(/✓ 监听地址.*\n.*✓ 数据目录.*\n.*✓ 磁盘空间.*\n✗ 数据库.*拒绝连接：/)
  expect(stdout + stderr).not.toMatch(/geheim|\n\s+at /)
})

test('doctor fails if production does not know its proxy, which prevents no start; a trial on this machine needs none', async () => {
  const { TRUST_PROXY: _, ...unlisted } = production
  const dataDir = join(folder, 'no proxy')
  const [found] = await runChecks(proxyCheck(readConfig(unlisted)))
  expect(found).toMatchObject({ error: expect.any(StartupWarning) })
  const foundOf = async (environment: Record<string, string>) =>
    (await examine({ ...environment, PORT: '0', DATA_DIR: dataDir })).lines.find(line => line.includes('反向代理'))
  expect(await foundOf(unlisted)).toMatch(/^✗ 反向代理.*TRUST_PROXY=127\.0\.0\.1$/)
  expect(await foundOf(production)).toMatch(/^✓ 反向代理.*127\.0\.0\.1$/)
  expect(await foundOf({ ...unlisted, PUBLIC_URL: 'http://localhost:8080' })).toBeUndefined()
})

test('doctor fails if production does not say how backups are encrypted, or says it wrongly', async () => {
  const { BACKUP_RECIPIENTS: _, ...unsaid } = production
  const dataDir = join(folder, 'backups')
  const foundOf = async (environment: Record<string, string>) =>
    (await examine({ ...environment, PORT: '0', DATA_DIR: dataDir })).lines.find(line => line.includes('备份的加密'))
  const [found] = await runChecks(backupsCheck(readConfig(unsaid)))
  expect(found).toMatchObject({ error: expect.any(StartupWarning) })
  expect(await foundOf(unsaid)).toMatch(/^✗ 备份的加密　没有写 BACKUP_RECIPIENTS/)
  expect(await foundOf(production)).toMatch(/^✓ 备份的加密　由别处加密/)
  const key = 'age157xsrffwkzad97d6xtcycyxkpxyarnty55hq7qrlgc6ffygnyazqumaugh'
  expect(await foundOf({ ...unsaid, BACKUP_RECIPIENTS: key })).toMatch(/^✓ 备份的加密　备份加密给 age157xsrff/)
  expect(await foundOf({ ...unsaid, BACKUP_RECIPIENTS: key.replace('age15', 'age14') })).toMatch(
    /^✗ .*不是完整的 age 公钥/,
  )
  expect(await foundOf({})).toBeUndefined()
})

test('starting on a port in use creates nothing and says so in one line', async () => {
  const port = await listen(createServer())
  const dataDir = join(folder, 'taken')
  const { ended, output } = await refusedStart({ dataDir, port })
  expect(ended).toBe(1)
  expect(output).toMatch(new RegExp(`^端口 ${port} 已被占用：.*\n$`))
  expect(existsSync(dataDir)).toBe(false)
})

test('a start reports all problems, without the password', async () => {
  const locked = join(folder, 'locked')
  mkdirSync(locked, { mode: 0o555 })
  const user = process.getuid?.() === 0 ? { uid: 65_534 } : {}
  const environment = { DATABASE_URL: 'postgresql://u:geheim#1@127.0.0.1:1,localhost:2/d' }
  const { ended, output } = await refusedStart({ dataDir: join(locked, 'data'), environment, ...user })
  expect(ended).toBe(1)
  expect(output).toMatch(/^本用户不能写入 .*：.*\n没有一个数据库主机可以写入：.*\n$/)
  expect(output).not.toContain('geheim')
})
