import { spawnSync } from 'node:child_process'
import { tcpDatabases } from '#server/testing/tcp-database.ts'

/*
 * Runs tests as a portal with DATABASE_URL would: against a PostgreSQL that it did not start, over TCP, as a user with a
 * password who is no superuser. The arguments name the tests; without any, all tests with a database run. `--postgres 15`
 * takes Debian's installation of that version, `--postgres /folder` any other; without it, it is npm's.
 */
const args = process.argv.slice(2)
const at = args.indexOf('--postgres')
const [, installation] = at < 0 ? [] : args.splice(at, 2)
const servers = tcpDatabases(installation)
try {
  // docs/operation.md recommends this for solid-state storage; with the default the planner shuns indexes.
  const server = await servers.start(['random_page_cost=1.1', 'jit=off'])
  await server.run(`create role provider login createdb createrole password 'provider-secret'`)
  await server.run('create database provider owner provider')
  const { status } = spawnSync('vitest', ['run', '--project', 'server', '--project', 'documents', ...args], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: {
      ...process.env,
      ...(installation && { TEST_POSTGRES: installation }),
      TEST_DATABASE_URL: `postgresql://provider:provider-secret@127.0.0.1:${server.port}/provider`,
    },
  })
  process.exitCode = status ?? 1
} finally {
  await servers.end()
}
