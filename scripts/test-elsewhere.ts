import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { tcpDatabases } from '#server/testing/tcp-database.ts'

/*
 * Runs tests as a portal with DATABASE_URL would: against a PostgreSQL that it did not start, over TCP, as a user with a password
 * who is no superuser. The arguments name the tests; without any, all tests with a database run. `--postgres 15` uses Debian's
 * installation of that version, `--postgres /folder` any other; by default npm's. `--later 45` runs all tests, also those without a
 * database, 45 days from now: a fixed day in a test may fail only then.
 */
const args = process.argv.slice(2)
const installation = taken('--postgres')
const days = taken('--later')
const clock = days ? clockIn(Number(days)) : {}
const servers = tcpDatabases(installation, clock)
try {
  // docs/operation.md recommends this for solid-state storage; with the default the planner avoids indexes.
  const server = await servers.start(['random_page_cost=1.1', 'jit=off', 'max_connections=300'])
  await server.run(`create role provider login createdb createrole password 'provider-secret'`)
  await server.run('create database provider owner provider')
  const which = days ? [] : ['--project', 'server', '--project', 'documents']
  const { status } = spawnSync('vitest', ['run', ...which, ...args], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: {
      ...process.env,
      ...clock,
      ...(installation && { TEST_POSTGRES: installation }),
      TEST_DATABASE_URL: `postgresql://provider:provider-secret@127.0.0.1:${server.port}/provider`,
    },
  })
  process.exitCode = status ?? 1
} finally {
  await servers.end()
}

function taken(name: string): string | undefined {
  const at = args.indexOf(name)
  return at < 0 ? undefined : args.splice(at, 2)[1]
}

/** Debian's package `faketime` shifts the wall clock of a process, but not the one that timers use. */
function clockIn(days: number): Record<string, string> {
  const library = ['x86_64', 'aarch64']
    .map(machine => `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`)
    .find(path => existsSync(path))
  if (!library || !Number.isFinite(days))
    throw new Error('--later takes a number of days, and needs `apt install faketime`')
  return { LD_PRELOAD: library, FAKETIME: `${days < 0 ? '' : '+'}${days}d`, FAKETIME_DONT_FAKE_MONOTONIC: '1' }
}
