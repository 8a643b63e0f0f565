import { execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { freePort } from '#server/database/embedded-postmaster.ts'
import { findBinaries, findRunner, serverEnvironment } from '#server/database/embedded-system.ts'
import { memoryFolder } from './memory-folder.ts'

/** A PostgreSQL like that of a DATABASE_URL: over TCP, with passwords. */
export interface TcpDatabase {
  port: number
  /** Runs a statement as the superuser. */
  run(statement: string): Promise<void>
  stop(): Promise<void>
}

interface Servers {
  /** Starts a server on a fresh copy of one cluster. `files` are placed beside its data. */
  start(settings?: string[], files?: Record<string, string>): Promise<TcpDatabase>
  /** Stops all of them and removes what they wrote. */
  end(): Promise<void>
}

const superuser = 'postgres:superuser-secret'

/** Returns the PostgreSQL installation that is used instead of npm's: a folder with `bin`, or Debian's by its version. */
const installationAt = (place: string | undefined) => {
  if (!place) return findBinaries()
  return /^\d+$/.test(place) ? `/usr/lib/postgresql/${place}` : place
}

/** Returns the options of initdb for names that sort by code point everywhere. The builtin provider came with version 17. */
const localeOptions = (initdb: string) => {
  const version = /\d+/.exec(execFileSync(initdb, ['--version'], { encoding: 'utf8' }))?.[0]
  return Number(version) >= 17
    ? ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
    : ['--locale=C.UTF-8']
}

/**
 * Creates a cluster, from which servers are started. TEST_POSTGRES names another installation than npm's; `env` is added to the
 * server's environment.
 */
export function tcpDatabases(installation = process.env.TEST_POSTGRES, env: Record<string, string> = {}): Servers {
  const folder = mkdtempSync(join(memoryFolder(), 'haiyilian-elsewhere-'))
  const original = join(folder, 'cluster')
  const binaries = installationAt(installation)
  mkdirSync(original, { mode: 0o700 })
  const runner = findRunner(original, [binaries, folder], true)
  runner.own(folder)
  runner.own(original)
  // Set after the change of user, because what a library of LD_PRELOAD keeps for a process belongs to its first user.
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`)
  const program = (name: string, args: string[]) => {
    const path = join(binaries, 'bin', name)
    return variables.length ? runner.command('env', [...variables, path, ...args]) : runner.command(path, args)
  }
  const password = join(folder, 'password')
  writeFileSync(password, 'superuser-secret')
  runner.own(password)
  const options = { env: serverEnvironment(), ...runner.ids, stdio: 'ignore' as const }
  const [initdb, initdbArgs] = program('initdb', [
    ...['-D', original, '-U', 'postgres', '--auth=scram-sha-256', `--pwfile=${password}`, '--encoding=UTF8'],
    ...['--no-sync', '--no-instructions', ...localeOptions(join(binaries, 'bin', 'initdb'))],
  ])
  execFileSync(initdb, initdbArgs, options)
  const running = new Set<TcpDatabase>()

  const start: Servers['start'] = async (settings = [], files = {}) => {
    const port = await freePort()
    const cluster = join(folder, String(port))
    // A copy by the database's own user belongs to it.
    const [copy, copyArgs] = runner.command('cp', ['-a', original, cluster])
    if (process.platform === 'win32') cpSync(original, cluster, { recursive: true })
    else execFileSync(copy, copyArgs, options)
    for (const [name, text] of Object.entries(files)) {
      writeFileSync(join(cluster, name), text, { mode: 0o600 })
      runner.own(join(cluster, name))
    }
    const all = [
      'listen_addresses=127.0.0.1',
      'unix_socket_directories=',
      'fsync=off',
      'max_connections=100',
      ...settings,
    ]
    const [postgres, args] = program('postgres', [
      ...['-D', cluster, '-p', String(port)],
      ...all.flatMap(setting => ['-c', setting]),
    ])
    const child = spawn(postgres, args, options)
    const ended = new Promise(resolve => child.once('exit', resolve))
    const server: TcpDatabase = {
      port,
      run: statement => runPatiently(`postgresql://${superuser}@127.0.0.1:${port}/postgres`, statement),
      async stop() {
        running.delete(server)
        child.kill('SIGINT')
        await ended
      },
    }
    running.add(server)
    await server.run('select 1')
    return server
  }
  return {
    start,
    async end() {
      await Promise.all([...running].map(server => server.stop()))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function runPatiently(url: string, statement: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const client = new Client(url)
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query(statement)
      return
    } catch (error) {
      if (tries === 100 || (error as { severity?: string }).severity === 'ERROR') throw error
      await sleep(50)
    } finally {
      await client.end().catch(() => {})
    }
  }
}
