import { expect, test } from 'vitest'
import { readConfig } from '#server/core/config.ts'
import { production } from '#server/testing/production.ts'
import { runChecks, StartupWarning } from './check.ts'
import { databaseTlsCheck } from './database-tls.ts'

const findingOf = async (environment: Record<string, string>) =>
  (await runChecks(databaseTlsCheck(readConfig({ ...production, ...environment }))))[0]
const at = (host: string, query = '') => ({ DATABASE_URL: `postgresql://u:geheim@${host}/d${query}` })

test.each([
  ['no TLS', at('db.example.com'), /^DATABASE_URL：与 db\.example\.com:5432 之间的连接没有加密/],
  ['TLS turned off', at('10.0.0.5:6432', '?sslmode=disable'), /与 10\.0\.0\.5:6432 之间的连接没有加密/],
  ['TLS without a verified certificate', at('db', '?sslmode=require'), /加密而不核对证书/],
  ['verification turned off', at('db', '?sslmode=no-verify&sslrootcert=/ca.pem'), /加密而不核对证书/],
  ['one of several hosts elsewhere', at('127.0.0.1,db'), /与 db:5432 之间/],
  [
    'the companies’ own login',
    { ...at('db', '?sslmode=verify-full'), DATABASE_COMPANY_URL: 'postgresql://w:geheim@db/d' },
    /^DATABASE_COMPANY_URL：/,
  ],
])('production is warned of a database on another host: %s', async (_name, environment, message) => {
  const finding = await findingOf(environment)
  expect(finding).toMatchObject({ error: expect.any(StartupWarning) })
  const text = String(finding && 'error' in finding && finding.error)
  expect(text.replace('Error: ', '')).toMatch(message)
  expect(text).not.toContain('geheim')
})

test.each([
  ['a verified certificate', at('db', '?sslmode=verify-full'), { about: 'TLS，核对数据库的证书' }],
  ['a verified issuer', at('db', '?sslmode=require&sslrootcert=/ca.pem'), { about: 'TLS，核对数据库的证书' }],
  ['a trusted network', { ...at('db'), DATABASE_PLAIN: '1' }, { about: '不加密或不核对证书（DATABASE_PLAIN=1）' }],
  ['this machine', at('127.0.0.1'), undefined],
  ['a socket', at('%2Frun%2Fpostgresql'), undefined],
  ['a trial', { ...at('db'), PORTAL_MODE: 'demo' }, undefined],
  ['the portal’s own database', {}, undefined],
])('nothing is said of a database with %s', async (_name, environment, finding) => {
  if (finding) expect(await findingOf(environment)).toMatchObject(finding)
  else expect(await findingOf(environment)).toBeUndefined()
})
