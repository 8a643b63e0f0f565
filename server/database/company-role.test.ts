import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { checkServer } from '#server/app/checks/server.ts'
import { type TcpDatabase, tcpDatabases } from '#server/testing/tcp-database.ts'
import { ensureCompanyRole } from './company-role.ts'

/** The statements that operation.md tells an administrator to run for DATABASE_COMPANY_URL. */
const runbook = readFileSync(join(import.meta.dirname, '../../docs/operation.md'), 'utf8')
const commands = /^```sql\n(do [\s\S]*?)^```$/m.exec(runbook)?.[1]?.replace('…', 'p') ?? ''

async function as<Result>(user: string, { port }: TcpDatabase, work: (client: Client) => Promise<Result>) {
  const client = new Client(`postgresql://${user}:p@127.0.0.1:${port}/portal`)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
const check = ({ port }: TcpDatabase) => checkServer(`postgresql://portal:p@127.0.0.1:${port}/portal`)
const begin = (server: TcpDatabase) => as('portal', server, ensureCompanyRole)
const logIn = (server: TcpDatabase) =>
  as('portal_web', server, async client => {
    await client.query('set role portal_company')
    return (await client.query<{ is: string }>('select current_user as is')).rows
  })

// CREATEROLE grants less from version 16 on, so an older version is tested as well, if installed.
describe.each(['the usual one', ...['15'].filter(version => existsSync(`/usr/lib/postgresql/${version}`))])(
  'PostgreSQL: %s',
  version => {
    const servers = tcpDatabases(version === '15' ? version : undefined)
    afterAll(servers.end)
    const start = async () => {
      const server = await servers.start()
      await server.run("create role portal login createrole password 'p'")
      await server.run('create database portal owner portal')
      return server
    }

    test('the checks refuse a role that the start may not join, and the commands of the runbook mend it', async () => {
      const server = await start()
      const [, number] = /^PostgreSQL (\d+)/.exec(await check(server)) ?? []
      await server.run('create role portal_company nologin')
      if (number === '15') await begin(server)
      else {
        await expect(check(server)).rejects.toThrow(/不属于角色 portal_company：.*grant portal_company to "portal"$/)
        await expect(begin(server)).rejects.toThrow(/grant portal_company to/)
      }
      await server.run(commands)
      await check(server)
      await begin(server)
      expect(await logIn(server)).toEqual([{ is: 'portal_company' }])
    })

    test('the commands of the runbook work after the first start, too', async () => {
      const server = await start()
      await check(server)
      await begin(server)
      await server.run(commands)
      expect(await logIn(server)).toEqual([{ is: 'portal_company' }])
    })

    test('who administers the role may join it', async () => {
      const server = await start()
      await server.run(
        `create role portal_company nologin; grant portal_company to portal with admin option; alter role portal nocreaterole`,
      )
      await check(server)
      await begin(server)
    })
  },
)
