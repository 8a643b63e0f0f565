import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { freePort } from '#server/database/embedded-postmaster.ts'
import { findBinaries, findRunner, serverEnvironment } from '#server/database/embedded-system.ts'

/*
 * Runs tests as a portal with DATABASE_URL would: against a PostgreSQL it did not start, over TCP, as a user with a
 * password who is no superuser. The arguments name the tests; without any, all that use a database run.
 */
const folder = mkdtempSync(join(tmpdir(), 'haiyilian-elsewhere-'))
const cluster = join(folder, 'cluster')
const binaries = findBinaries()
mkdirSync(cluster, { mode: 0o700 })
const runner = findRunner(cluster, [binaries, folder], true)
runner.own(folder)
runner.own(cluster)
const program = (name: string, args: string[]) => runner.command(join(binaries, 'bin', name), args)
const password = join(folder, 'password')
writeFileSync(password, 'superuser-secret')
runner.own(password)
const options = { env: serverEnvironment(), ...runner.ids }

const [initdb, initdbArgs] = program('initdb', [
  ...['-D', cluster, '-U', 'postgres', '--auth=scram-sha-256', `--pwfile=${password}`, '--encoding=UTF8', '--no-sync'],
  ...['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-instructions'],
])
execFileSync(initdb, initdbArgs, { ...options, stdio: 'ignore' })
const port = await freePort()
const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off', 'max_connections=100']
const [postgres, postgresArgs] = program('postgres', [
  ...['-D', cluster, '-p', String(port)],
  ...settings.flatMap(setting => ['-c', setting]),
])
const server = spawn(postgres, postgresArgs, { ...options, stdio: 'ignore' })
try {
  await asSuperuser(`create role provider login createdb createrole password 'provider-secret'`)
  await asSuperuser('create database provider owner provider')
  const { status } = spawnSync('vitest', ['run', '--project', 'server', ...process.argv.slice(2)], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, TEST_DATABASE_URL: `postgresql://provider:provider-secret@127.0.0.1:${port}/provider` },
  })
  process.exitCode = status ?? 1
} finally {
  const ended = new Promise(resolve => server.once('exit', resolve))
  server.kill('SIGINT')
  await ended
  rmSync(folder, { recursive: true, force: true })
}

async function asSuperuser(statement: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const client = new Client(`postgresql://postgres:superuser-secret@127.0.0.1:${port}/postgres`)
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query(statement)
      return
    } catch (error) {
      if (tries === 100) throw error
      await sleep(100)
    } finally {
      await client.end().catch(() => {})
    }
  }
}
