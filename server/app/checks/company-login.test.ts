import { afterAll, beforeAll, expect, test } from 'vitest'
import { removeFolder, temporaryFolder } from '#server/testing/portal-process.ts'
import { type TcpDatabase, tcpDatabases } from '#server/testing/tcp-database.ts'
import { examine } from './doctor.ts'

const servers = tcpDatabases()
const folder = temporaryFolder('company login')
let server: TcpDatabase
beforeAll(async () => {
  server = await servers.start()
  for (const statement of [
    `create role u login createrole password 'p'`,
    'create database d owner u',
    'create database e owner u',
    'create role portal_company nologin',
    `create role web login noinherit password 'p'`,
    `create role stranger login password 'p'`,
    'grant portal_company to u, web',
  ])
    await server.run(statement)
})
afterAll(async () => {
  await servers.end()
  await removeFolder(folder)
})

const environmentOf = (login: string, database = 'd') => ({
  DATA_DIR: folder,
  DATABASE_URL: `postgresql://u:p@127.0.0.1:${server.port}/d`,
  DATABASE_COMPANY_URL: `postgresql://${login}@127.0.0.1:${server.port}/${database}`,
})
const foundOf = async (login: string, database?: string) =>
  (await examine(environmentOf(login, database))).lines.find(line => line.includes('企业的登录'))

test.each([
  ['a wrong password', 'web:geheim', 'd', /不接受用户 web 的密码：请核对 DATABASE_COMPANY_URL/],
  [
    'no membership of the role',
    'stranger:p',
    'd',
    /用户 stranger 不能使用角色 portal_company：.*grant portal_company to "stranger"/,
  ],
  ['the owner of the tables', 'u:p', 'd', /用户权限过大/],
  ['another database', 'web:p', 'e', /与 DATABASE_URL 不是同一个数据库/],
])('the companies’ login is refused with the reason: %s', async (_name, login, database, sentence) => {
  const found = await foundOf(login, database)
  expect(found).toMatch(/^✗/)
  expect(found).toMatch(sentence)
  expect(found).not.toContain('geheim')
})

test('the companies’ own login passes', async () => {
  expect(await foundOf('web:p')).toMatch(/^✓.*web，角色 portal_company/)
})
