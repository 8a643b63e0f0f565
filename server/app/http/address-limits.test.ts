import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { contract } from '#contract/index.ts'
import { operations } from '#contract/operations/index.ts'
import { newPhone } from '#server/testing/identities.ts'
import { testPortal } from '#server/testing/portal.ts'
import { type Admitted, perform } from './perform.ts'

const { services, system, call, operate, make } = await testPortal()

/** Two addresses within one customer's network. */
const [one, other] = ['2001:db8:5:7::1', '2001:db8:5:7:ffff:ffff:ffff:9']
const network = '2001:db8:5:7::/64'

const limited = Object.entries({ ...contract, ...operations }).flatMap(([name, definition]) => {
  const limits = 'limits' in definition ? definition.limits.filter(({ by }) => by === 'address') : []
  return limits.length ? [{ name, limits }] : []
})

test('every declared limit by address counts an IPv6 network as one', async () => {
  expect(limited.length).toBeGreaterThan(5)
  for (const { name, limits } of limited)
    for (const ip of [one, other]) {
      const admitted = {
        name,
        definition: { effect: 'export', limits },
        context: { services, system, caller: { ip, requestId: 'r' } },
        input: {},
        request: { headers: {} },
      }
      // A partial stand-in: all other fields are undefined.
      await perform(admitted as unknown as Admitted, async () => ({}))
    }
  const counted = await system.rows(
    z.object({ key: z.string(), hits: z.int() }),
  )`select key, sum(hits)::integer as hits from limit_counter group by key`
  const names = limited.flatMap(({ limits }) => limits.map(limit => limit.name))
  expect(counted.toSorted((a, b) => a.key.localeCompare(b.key))).toEqual(
    [...new Set(names)].toSorted().map(name => ({
      key: `${name}:${network}`,
      hits: 2 * names.filter(each => each === name).length,
    })),
  )
})

test('wrong passwords, wrong codes, messages and votes are also counted by IPv6 network', async () => {
  await system.change`delete from limit_counter`
  const { id } = await make.article()
  const phone = newPhone()
  const values = { is_agree: 1, username: phone, password: 'wrong-one' } as const
  for (const ip of [one, other]) {
    await call('wLogin', values, { ip })
    await operate('logIn', { name: 'nobody', password: 'wrong-one' }, { ip })
    await call('wRegister', { ...values, password: 'Quiet-Sea-9', captcha: '123456' }, { ip })
    await call('sendVerificationCode', { send_type: 1, account: newPhone(), email_type: 'register' }, { ip })
    await call('rateArticle', { article_id: id, useful: true }, { ip, headers: { 'user-agent': 'Firefox' } })
  }
  const keys = await system.rows(
    z.object({ key: z.string() }),
  )`select key from limit_counter union select key from login_throttle where key not like 'account:%' order by key`
  const byAddress = keys.map(({ key }) => key).filter(key => key.includes('2001:'))
  expect(byAddress).toContain(`address:${network}`)
  expect(byAddress).toContain(`code-check:${network}`)
  expect(byAddress.some(key => key.startsWith('sms:network:'))).toBe(true)
  expect(byAddress.filter(key => !key.endsWith(network))).toEqual([])
  const votes = z.object({ votes: z.int() })
  expect(await system.row(votes)`select count(*)::integer as votes from article_vote where article_id = ${id}`).toEqual(
    { votes: 1 },
  )
})

test('other code that uses a request’s IP address only stores or shows it', () => {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'server'], {
    encoding: 'utf8',
  })
    .split('\n')
    .filter(file => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map(file => ({ file, text: readFileSync(file, 'utf8') }))
  // Counting code names the network in the same statement, or passes the address to code that does (tested above).
  const counting = /addressKey\(|networkKey\(|hitAddressLimit\(|strangersAttempt\(|budget: \{/
  const others = files.flatMap(({ file, text }) =>
    text.split('\n').flatMap(line => (/\bcaller\.ip\b/.test(line) && !counting.test(line) ? [file] : [])),
  )
  expect([...new Set(others)].toSorted()).toEqual([
    // What the entries of activity and audit record.
    'server/app/http/actor.ts',
    // Logs of acts with their address; invitations use the message budget.
    'server/modules/accounts/complete-login.ts',
    'server/modules/accounts/login.calls.ts',
    // Turns at checking a password; `hashing` takes the address to its network.
    'server/modules/accounts/prove-password.ts',
    'server/modules/accounts/session.ts',
    'server/modules/accounts/terminals/held-logins.sql.ts',
    'server/modules/accounts/terminals/held-logins.ts',
    // The networks that a token is limited to, and its last use.
    'server/modules/api-tokens/token-access.ts',
    'server/modules/clients/clients.calls.ts',
    'server/modules/devices/devices.calls.ts',
    'server/modules/handover/handover.calls.ts',
    'server/modules/handover/leaving.calls.ts',
    'server/modules/operators/session.ts',
    'server/modules/people/employees/changes.calls.ts',
    'server/modules/people/employees/invitations.calls.ts',
  ])
})
