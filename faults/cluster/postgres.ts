import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '#server/database/embedded-postmaster.ts'
import { findBinaries, findRunner, serverEnvironment } from '#server/database/embedded-system.ts'

/** One of the two places for a server. Its port stays the same, whichever is the primary. */
export interface Place {
  port: number
  pid(): number | undefined
  /** Starts it as a primary, or as a standby of the server at `follows`. */
  start(follows?: number): void
  /** Ends it and all its sessions immediately, as a power cut does. */
  kill(): Promise<void>
  stop(): Promise<void>
  /** Replaces its data by a copy of the server's at `source`. */
  copyFrom(source: Place): Promise<void>
  /** Runs `work` on a connection of the superuser. */
  as<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result>
}

export const standbyName = 'standby'

const settings = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=200',
  'wal_level=replica',
  'wal_keep_size=256MB',
  'hot_standby=on',
  // A killed process loses nothing of what it has written; only a failure of the machine would.
  'fsync=off',
  'wal_receiver_status_interval=1s',
  'wal_retrieve_retry_interval=200ms',
  'wal_sender_timeout=5s',
]

export const addressOf = (port: number, user: string, password: string, database: string) =>
  `postgresql://${user}:${password}@127.0.0.1:${port}/${database}`

/** Creates the first cluster; the second place is filled by `copyFrom`. */
export async function makePlaces(folder: string, password: string): Promise<[Place, Place]> {
  const binaries = findBinaries()
  const runner = findRunner(join(folder, 'a'), [binaries, folder], true)
  const options = { env: serverEnvironment(), ...runner.ids, stdio: 'ignore' as const }
  const run = (program: string, args: string[]) => execFileSync(...runner.command(program, args), options)
  const makeFolder = (path: string) => {
    mkdirSync(path, { mode: 0o700 })
    runner.own(path)
  }
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, password, { mode: 0o600 })
  runner.own(passwordFile)

  const makePlace = async (name: string): Promise<Place> => {
    const data = join(folder, name)
    const port = await freePort()
    let child: ReturnType<typeof spawn> | undefined
    let ended: Promise<unknown> = Promise.resolve()
    const end = async (signal: () => void) => {
      if (child) signal()
      await ended
      child = undefined
    }
    return {
      port,
      pid: () => child?.pid,
      start(follows) {
        const standby = join(data, 'standby.signal')
        rmSync(standby, { force: true })
        if (follows !== undefined) {
          writeFileSync(standby, '')
          runner.own(standby)
        }
        const source = `host=127.0.0.1 port=${follows} user=postgres password=${password} application_name=${standbyName}`
        const all = [...settings, `port=${port}`, ...(follows === undefined ? [] : [`primary_conninfo=${source}`])]
        const args = ['-D', data, ...all.flatMap(setting => ['-c', setting])]
        // Ctrl-C goes to the terminal's whole process group, and the database must outlive the portals.
        const started = spawn(...runner.command(join(binaries, 'bin/postgres'), args), { ...options, detached: true })
        child = started
        ended = new Promise(resolve => started.once('exit', resolve))
      },
      kill: () => end(() => killTree(child?.pid)),
      stop: () => end(() => child?.kill('SIGINT')),
      async copyFrom(source) {
        rmSync(data, { recursive: true, force: true })
        makeFolder(data)
        await source.as(async client => {
          await client.query(`select pg_backup_start('copy', true)`)
          // Files come and go while they are copied, which the write-ahead log repairs.
          run('sh', ['-c', 'cp -a "$1/." "$2" || true', 'sh', join(folder, source === first ? 'a' : 'b'), data])
          const { rows } = await client.query<{ label: string }>('select labelfile as label from pg_backup_stop(false)')
          for (const file of readdirSync(join(data, 'pg_wal')))
            rmSync(join(data, 'pg_wal', file), { recursive: true, force: true })
          for (const file of ['postmaster.pid', 'postgresql.auto.conf', 'standby.signal'])
            rmSync(join(data, file), { force: true })
          for (const name of ['archive_status', 'summaries']) makeFolder(join(data, 'pg_wal', name))
          writeFileSync(join(data, 'backup_label'), rows[0]?.label ?? '', { mode: 0o600 })
          runner.own(join(data, 'backup_label'))
        })
      },
      async as(work) {
        const client = new pg.Client({
          connectionString: addressOf(port, 'postgres', password, 'postgres'),
          connectionTimeoutMillis: 1_000,
          query_timeout: 30_000,
        })
        client.on('error', () => {})
        await client.connect()
        try {
          return await work(client)
        } finally {
          await client.end().catch(() => {})
        }
      },
    }
  }
  const first = await makePlace('a')
  const second = await makePlace('b')
  const data = join(folder, 'a')
  makeFolder(data)
  run(join(binaries, 'bin/initdb'), [
    ...['-D', data, '-U', 'postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`, '--encoding=UTF8'],
    ...['--no-sync', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-instructions'],
  ])
  return [first, second]
}

/** Waits until `isTrue`, whose failures count as not yet. */
export async function waitFor(what: string, isTrue: () => Promise<boolean>, patience = 60_000): Promise<void> {
  for (const deadline = Date.now() + patience; Date.now() < deadline; await sleep(50))
    if (await isTrue().catch(() => false)) return
  throw new Error(`${what}: waited ${patience / 1000} s`)
}

/** The sessions are separate processes, and a busy one would continue for a short while. */
function killTree(pid: number | undefined): void {
  if (pid === undefined) return
  const sessions = readdirSync('/proc').filter(name => /^\d+$/.test(name) && parentOf(name) === pid)
  for (const each of [pid, ...sessions.map(Number)])
    try {
      process.kill(each, 'SIGKILL')
    } catch {
      // The process has ended by itself.
    }
}

function parentOf(pid: string): number | undefined {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1])
  } catch {
    return undefined
  }
}
