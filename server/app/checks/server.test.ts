import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { countOf } from '#server/database/count-rows.ts'
import { freePort } from '#server/database/embedded-postmaster.ts'
import { connect } from '#server/database/pool.ts'
import { silentLog } from '#server/testing/database.ts'
import { type TcpDatabase, tcpDatabases } from '#server/testing/tcp-database.ts'
import { checkServer, judgeClock } from './server.ts'

// These tests need their own servers: over TCP, with passwords, with TLS, and one that is read-only.
const servers = tcpDatabases()
const folder = mkdtempSync(join(tmpdir(), 'portal-client-'))
afterAll(async () => {
  await servers.end()
  rmSync(folder, { recursive: true, force: true })
})

const certificateOf = (name: string) => {
  const [key, cert] = [join(folder, `${name}.key`), join(folder, `${name}.crt`)]
  const args = ['-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=db', '-addext', `subjectAltName=${name}`]
  execFileSync('openssl', ['req', '-x509', ...args, '-keyout', key, '-out', cert], { stdio: 'ignore' })
  return { cert, files: { 'server.key': readFileSync(key, 'utf8'), 'server.crt': readFileSync(cert, 'utf8') } }
}

const prepare = async (server: TcpDatabase) => {
  await server.run(`create role u login createrole password 'p'`)
  await server.run('create database d owner u')
  return server
}
const readOnly = async (server: TcpDatabase, on: boolean) => {
  await server.run(`begin; set transaction read write; alter role u set default_transaction_read_only = ${on}; commit`)
}

describe('several database hosts', () => {
  let [first, second]: TcpDatabase[] = []
  beforeAll(async () => {
    first = await prepare(await servers.start())
    second = await prepare(await servers.start())
  })

  test('let the pools write to the primary, and follow when it changes', async () => {
    if (!first || !second) throw new Error('no servers')
    await readOnly(first, true)
    const hosts = `127.0.0.1:${first.port},127.0.0.1:${second.port}`
    const url = `postgresql://u:p@${hosts}/d?target_session_attrs=read-write`
    const pools = connect({ url, log: silentLog, size: 2 })
    const port = () => countOf(pools.system, sql`select current_setting('port')::int`)
    const write = () => pools.system.change`create table if not exists written (id int)`
    await write()
    expect(await port()).toBe(second.port)
    expect(await checkServer(url)).toContain(`127.0.0.1:${second.port}`)

    // Guard: a refused write breaks its connection, so the next connection tries the hosts again.
    await second.run('alter role u set default_transaction_read_only = on')
    await second.run(`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'u'`)
    await readOnly(first, false)
    await vi.waitFor(write, { timeout: 10_000, interval: 100 })
    expect(await port()).toBe(first.port)

    await second.run('alter role u reset default_transaction_read_only')
    await first.stop()
    await vi.waitFor(write, { timeout: 10_000, interval: 100 })
    expect(await port()).toBe(second.port)
    await pools.end()
  })

  test('without a primary are reported with one sentence each', async () => {
    if (!second) throw new Error('no servers')
    await second.run('alter role u set default_transaction_read_only = on')
    const port = await freePort()
    await expect(checkServer(`postgresql://u:p@127.0.0.1:${port},127.0.0.1:${second.port}/d`)).rejects.toThrow(
      new RegExp(
        `^没有一个数据库主机可以写入：数据库 127.0.0.1:${port} 拒绝连接；数据库 127.0.0.1:${second.port} 只读`,
      ),
    )
    await second.run('alter role u reset default_transaction_read_only')
  })
})

describe('each trouble with a server is one sentence without the password', () => {
  let server: TcpDatabase
  beforeAll(async () => {
    server = await prepare(await servers.start())
    await server.run("create role guest login password 'p'")
    await server.run("create role owner_only login password 'p'")
    await server.run('create database narrow owner owner_only')
  })

  test.each([
    ['a wrong password', 'u:geheim@HOST/d', /不接受用户 u 的密码：/],
    ['an unknown user', 'nobody:geheim@HOST/d', /不接受用户 nobody 的密码：/],
    ['no password', 'u@HOST/d', /里没有：/],
    ['a missing database', 'u:p@HOST/other', /没有库 other：.*create database "other" owner "u"/],
    ['no right to tables', 'guest:p@HOST/d', /用户 guest 不能在库 d 里创建表：.*owner to "guest"/],
    ['no right to roles', 'owner_only:p@HOST/narrow', /owner_only 不能创建角色 portal_company：.*createrole/],
    ['no TLS there', 'u:p@HOST/d?sslmode=require', /不支持加密连接：/],
    [
      'a file that is not there',
      'u:p@HOST/d?sslmode=verify-full&sslrootcert=/no/file',
      /读不到 sslrootcert 所写的文件/,
    ],
    ['nobody listening', 'u:geheim@127.0.0.1:1/d', /拒绝连接：/],
    ['an unknown host', 'u:geheim@localhost.invalid/d', /找不到数据库主机 localhost.invalid：/],
  ])('%s', async (_name, rest, sentence) => {
    const trouble = await checkServer(`postgresql://${rest.replace('HOST', `127.0.0.1:${server.port}`)}`).catch(
      (error: Error) => error,
    )
    expect(trouble).toBeInstanceOf(Error)
    const { message, stack } = trouble as Error
    expect(message).toMatch(sentence)
    expect(`${message}${stack}`).not.toContain('geheim')
    expect(message).not.toContain('\n')
  })

  test('a differing clock is reported', () => {
    expect(() => judgeClock(4_000)).not.toThrow()
    expect(() => judgeClock(-7_200_000)).toThrow(/比本机慢 7200 秒：/)
  })

  test('a healthy server passes', async () => {
    expect(await checkServer(`postgresql://u:p@127.0.0.1:${server.port}/d`)).toMatch(/^PostgreSQL \d+/)
  })
})

const pgbouncer = ['/usr/sbin/pgbouncer', '/usr/local/bin/pgbouncer'].find(existsSync)
describe.runIf(pgbouncer)('pgbouncer in transaction mode is refused with the reason', () => {
  test.each(['', 'ignore_startup_parameters = options\n'])('%s', async more => {
    const server = await prepare(await servers.start())
    const folder = mkdtempSync(join(tmpdir(), 'haiyilian-pgbouncer-'))
    chmodSync(folder, 0o755)
    const port = await freePort()
    const file = join(folder, 'pgbouncer.ini')
    writeFileSync(
      file,
      `[databases]
d = host=127.0.0.1 port=${server.port} user=u password=p
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
${more}`,
    )
    const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
    const child = spawn(pgbouncer ?? '', [...user, file], { stdio: 'ignore' })
    try {
      const refused = async () =>
        String(await checkServer(`postgresql://u:p@127.0.0.1:${port}/d`).catch((error: Error) => error.message))
      await expect.poll(refused).toMatch(/连接池（如 pgbouncer），它不传递连接的参数：.*直接写 PostgreSQL 的地址/)
    } finally {
      child.kill('SIGKILL')
      rmSync(folder, { recursive: true })
    }
  })
})

describe('TLS settings mean what they mean to libpq', () => {
  let server: TcpDatabase
  let cert = ''
  let other = ''
  const check = (parameters: string) => checkServer(`postgresql://u:p@127.0.0.1:${server.port}/d${parameters}`)
  beforeAll(async () => {
    const right = certificateOf('IP:127.0.0.1')
    cert = right.cert
    other = certificateOf('DNS:other').cert
    server = await prepare(await servers.start(['ssl=on'], right.files))
  })

  test('require encrypts without verifying, verify-full verifies', async () => {
    expect(await check('?sslmode=require')).toMatch(/^PostgreSQL \d+/)
    await expect(check('?sslmode=verify-full')).rejects.toThrow(/证书是自签名的：/)
    expect(await check(`?sslmode=verify-full&sslrootcert=${cert}`)).toMatch(/^PostgreSQL \d+/)
    await expect(check(`?sslmode=require&sslrootcert=${other}`)).rejects.toThrow(/证书/)
    await expect(
      checkServer(`postgresql://u:p@localhost:${server.port}/d?sslmode=verify-full&sslrootcert=${cert}`),
    ).rejects.toThrow(/证书写的是别的主机名：/)
    expect(
      await checkServer(`postgresql://u:p@localhost:${server.port}/d?sslmode=verify-ca&sslrootcert=${cert}`),
    ).toMatch(/^PostgreSQL \d+/)
  })

  test('a server that requires TLS says so', async () => {
    const access = 'hostssl all u all scram-sha-256\nhost all postgres all scram-sha-256\n'
    const { files } = certificateOf('IP:127.0.0.2')
    const strict = await prepare(await servers.start(['ssl=on'], { ...files, 'pg_hba.conf': access }))
    const address = `postgresql://u:p@127.0.0.1:${strict.port}/d`
    await expect(checkServer(address)).rejects.toThrow(/不接受未加密的连接.*sslmode=require/)
    expect(await checkServer(`${address}?sslmode=require`)).toMatch(/^PostgreSQL \d+/)
  })
})
