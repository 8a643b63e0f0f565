import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Call } from '#contract/call.ts'
import { contract } from '#contract/index.ts'
import { operations } from '#contract/operations/index.ts'
import type { Operation } from '#contract/operations/operation.ts'
import { sealWith } from '#server/core/keyring.ts'
import { hashSecret } from '#server/core/secret-hash.ts'
import { keepHalf } from '#server/engines/approvals/approvals.sql.ts'
import { credentialsOf } from '#server/modules/accounts/accounts.sql.ts'
import { noteProof } from '#server/modules/accounts/session.ts'
import { findOperator } from '#server/modules/operators/operators.sql.ts'
import { noteOperatorProof } from '#server/modules/operators/session.ts'
import { newIdNumber } from '#server/testing/identities.ts'
import type { TestAccount } from '#server/testing/make.ts'
import { softwareAuthenticator } from '#server/testing/passkey.ts'
import { testPortal } from '#server/testing/portal.ts'
import { sampleInput } from '#server/testing/samples.ts'

const portal = await testPortal()
const { make, call, operate, system } = portal
const password = 'Sample-9182'
const robotUrl = 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=693a91f6-7'

const calls = Object.entries(contract as Record<string, Call>).filter(([, { proof }]) => proof === 'fresh')
const operated = Object.entries(operations as Record<string, Operation>).filter(([, { proof }]) => proof === 'fresh')

/** Ages the session's proof until it has just expired. */
const stale = (table: 'session' | 'operator_session', secret: string) =>
  system.change`${
    table === 'session'
      ? sql`update session set proved_at = now() - interval '5 minutes 1 second' where sid_hash = ${hashSecret(secret)}`
      : sql`update operator_session set proved_at = now() - interval '5 minutes 1 second' where token_hash = ${hashSecret(secret)}`
  }`

/** What jobs write meanwhile, when they deliver what an earlier test's call has made. */
const deliveryColumns =
  'lease leased_until attempts failing_since next_attempt_at problem looked_at position sent_at'.split(' ')

/** Returns everything that one of these calls could change, as one text. */
async function everything(): Promise<string> {
  const row = await system.row(z.object({ all: z.string() }))`
    select concat(
      (select jsonb_agg(to_jsonb(account) order by id) from account),
      (select jsonb_agg(to_jsonb(session) - 'last_seen_at' order by id) from session),
      (select jsonb_agg(to_jsonb(company) order by id) from company),
      (select jsonb_agg(to_jsonb(held_login) order by id) from held_login),
      (select jsonb_agg(to_jsonb(api_token) order by id) from api_token),
      (select jsonb_agg(to_jsonb(secret) order by hash) from api_token_secret secret),
      (select jsonb_agg(to_jsonb(webhook) - ${deliveryColumns}::text[] order by id) from webhook),
      (select jsonb_agg(to_jsonb(company_robot) - ${deliveryColumns}::text[] order by id) from company_robot),
      (select jsonb_agg(to_jsonb(company_sign_in)) from company_sign_in),
      (select jsonb_agg(to_jsonb(company_domain)) from company_domain),
      (select jsonb_agg(to_jsonb(directory)) from directory),
      (select jsonb_agg(to_jsonb(directory_provider)) from directory_provider),
      (select jsonb_agg(to_jsonb(log_stream) - ${deliveryColumns}::text[]) from log_stream),
      (select jsonb_agg(id order by id) from compliance_pack),
      (select jsonb_agg(to_jsonb(ticket) order by id) from ticket),
      (select jsonb_agg(to_jsonb(operator) order by id) from operator),
      (select jsonb_agg(to_jsonb(operator_role) order by operator_id, role) from operator_role),
      (select jsonb_agg(to_jsonb(operator_session) - 'last_seen_at' order by id) from operator_session),
      (select jsonb_agg(to_jsonb(passkey) order by id) from passkey),
      (select jsonb_agg(to_jsonb(passkey_challenge) order by challenge) from passkey_challenge),
      (select jsonb_agg(to_jsonb(approval) order by id) from approval),
      (select jsonb_agg(to_jsonb(audit_entry) order by id) from audit_entry)) as all`
  return row?.all ?? ''
}

/** Creates a company's owner and another manager whose login is held for approval. */
async function customer() {
  const account = await make.account({ password })
  const company = await make.company({ owner: account, managers: 1 })
  const [sid, other] = [await make.session(account), await make.session(account)]
  const held = await system.row(z.object({ id: z.string() }))`
    insert into held_login (company_id, account_id, generation, terminal, client_name, user_agent, ip, expires_at)
    select ${company.id}, id, generation, 'device:test', 'portal-web', '', '127.0.0.1', now() + interval '1 hour'
    from account where id = ${company.managers[0]?.account.id ?? ''}
    returning id`
  const webhook = await call('createWebhook', { url: 'https://example.com/hooks' }, { sid })
  const robot = await call(
    'addCompanyRobot',
    {
      provider: 'wecom',
      name: '群',
      kinds: ['orders'],
      url: robotUrl,
    },
    { sid },
  )
  const token = await make.apiToken(company)
  const began = await call('beginPasskey', {}, { sid })
  const added = await call('addPasskey', { passkey: softwareAuthenticator().create(began.data) }, { sid })
  const ids: Record<string, string> = {
    approveHeldLogin: held?.id ?? '',
    renamePasskey: added.data.passkey_id,
    removePasskey: added.data.passkey_id,
    setApiToken: token.id,
    rotateApiToken: token.id,
    setWebhook: webhook.data.webhook_id,
    setCompanyRobot: robot.data.robot_id,
    rotateWebhookSecret: webhook.data.webhook_id,
  }
  return { account, sid, other, otherId: await idOf('session', other), ids }
}

/** Returns the passkeys to rename or remove. */
async function passkeyIds(operator: { token: string }) {
  const { data } = await operate('beginOwnPasskey', {}, operator)
  const added = await operate('addOwnPasskey', { passkey: softwareAuthenticator().create(data) }, operator)
  return { renameOwnPasskey: added.data.passkey_id, removeOwnPasskey: added.data.passkey_id }
}

async function idOf(table: 'session' | 'operator_session', secret: string): Promise<string> {
  const row = await system.row(z.object({ id: z.string() }))`${
    table === 'session'
      ? sql`select id from session where sid_hash = ${hashSecret(secret)}`
      : sql`select id from operator_session where token_hash = ${hashSecret(secret)}`
  }`
  return row?.id ?? ''
}

/** Creates a confirmed request by an operator with a pending half of the password. */
async function halfFor(operatorId: string, confirmerId: string): Promise<string> {
  const id = randomUUID()
  await system.change`
    insert into approval (id, kind, target, summary, payload, call, requested_by, requester_roles, state, decided_by, decided_at)
    values (${id}, 'operator', ${`operator:${id}`}, '新增操作员', '{}', 'setOperator', ${operatorId}, '{owner}', 'confirmed',
      ${confirmerId}, now())`
  await keepHalf(system, id, sealWith(portal.services.config, 'approval-half', '一半', id))
  return id
}

async function verificationOf(account: TestAccount): Promise<string> {
  const input = { kind: 'person', is_identity: 1, person_name: '李小明', id_number: newIdNumber() } as const
  expect((await call('wAuth', input, { sid: await make.session(account) })).code).toBe(200)
  const row = await system.row(z.object({ id: z.string() }))`
    select id from identity_verification where account_id = ${account.id}`
  return row?.id ?? ''
}

/** With a proof these calls fail later, for lack of a directory, a company sign-in, a domain or a package. */
const refusedLater: Record<string, number> = {
  setDirectoryProvider: -59400,
  startDirectory: -59201,
  stopDirectory: -59201,
  switchCompanySignIn: -59102,
  removeCompanyDomain: -59108,
  linkCompanySignIn: -59114,
  openCompliancePack: -58002,
}

// Guard: `definition.proof` in perform.
test.each(calls)(
  '%s is refused without a fresh proof and changes nothing; with one it succeeds',
  async (name, definition) => {
    const { sid, otherId, ids } = await customer()
    const named = ids[name] ?? otherId
    const passkey =
      name === 'addPasskey' ? softwareAuthenticator().create((await call('beginPasskey', {}, { sid })).data) : undefined
    await stale('session', sid)
    const before = await everything()
    const headers = { 'idempotency-key': randomUUID() }
    const send = async () => {
      const input = {
        ...sampleInput(definition, [named]),
        ...(passkey && { passkey }),
        ...(name === 'addCompanyRobot' && { provider: 'wecom' }),
        ...(/CompanyRobot$/.test(name) && { url: robotUrl }),
        // The held login is undecided; only a rejected one can be overruled.
        ...(name === 'approveHeldLogin' && { overrule: false }),
        ...((name === 'createApiToken' || name === 'setApiToken') && { dept_ids: null }),
        sid,
      }
      const { body } = await portal.post(definition.path, input, { headers })
      return (JSON.parse(body) as { code: number }).code
    }
    expect(await send()).toBe(-41022)
    expect(await everything()).toBe(before)
    expect((await call('reauthenticate', { password }, { sid })).code).toBe(200)
    const proved = await everything()
    expect(await send()).toBe(refusedLater[name] ?? 200)
    if (definition.effect === 'change' && !(name in refusedLater)) expect(await everything()).not.toBe(proved)
  },
)

test.each(operated)(
  'the operation %s is refused without a fresh proof and changes nothing; with one it succeeds',
  async (name, definition) => {
    const operator = await make.operator('owner', { password })
    const [other, account] = [await make.operator('support', { password }), await make.account()]
    // Adding a passkey ends all earlier sessions.
    const passkeys = await passkeyIds(operator)
    const company = await make.company()
    await system.change`update company set terminal_approval = true where id = ${company.id}`
    const [own, theirs] = [await make.operatorSession(operator.id), await make.session(account)]
    const ids = {
      endSessionsFor: await idOf('session', theirs),
      endOwnSession: await idOf('operator_session', own),
      unmaskIdNumber: await verificationOf(account),
      endTerminalApproval: company.id,
      closeCompany: (await make.company({ state: 'frozen' })).id,
      ...passkeys,
      takePasswordHalf: await halfFor(operator.id, other.id),
    }
    const authenticator = softwareAuthenticator()
    const passkey =
      name === 'addOwnPasskey' ? authenticator.create((await operate('beginOwnPasskey', {}, operator)).data) : undefined
    await stale('operator_session', operator.token)
    const before = await everything()
    const headers = {
      authorization: 'operations-web 1201',
      cookie: `operator=${operator.token}`,
      'idempotency-key': randomUUID(),
    }
    const id = name in ids ? ids[name as keyof typeof ids] : other.id
    const input = {
      ...sampleInput(definition, [id]),
      ...(passkey && { passkey }),
      ...(name === 'setOperator' && { name: other.name, roles: ['owner'] }),
      ...(name === 'setApprovalPolicy' && { kind: 'hours', threshold: 1, roles: ['owner'], limits: [] }),
      ...(name === 'prepareRestore' && { moment: '2026-11-22 14:03:07' }),
    }
    const send = async () => {
      const { body } = await portal.post(`/operations${definition.path}`, input, { headers })
      return (JSON.parse(body) as { code: number }).code
    }
    expect(await send()).toBe(-41022)
    expect(await everything()).toBe(before)
    expect((await operate('reauthenticateOperator', { password }, operator)).code).toBe(200)
    const proved = await everything()
    const code = await send()
    // This portal has no archive to restore from, so nothing can be prepared.
    if (name === 'prepareRestore' || name === 'switchRestore') return expect(code).toBe(-53020)
    if (name === 'renewOwnRecoveryCodes') return expect(code, 'without an authenticator').toBe(-53003)
    expect([200, -53013]).toContain(code)
    expect(await everything()).not.toBe(proved)
  },
)

test('a login counts as a fresh proof, and a refreshed session keeps the age of its own', async () => {
  const { phone } = await make.account({ password })
  const { sid } = (await call('wLogin', { is_agree: 1, username: phone, password })).data
  const end = async (of: string) => (await call('endSession', { session_id: randomUUID() }, { sid: of })).code
  expect(await end(sid)).toBe(200)
  await stale('session', sid)
  const { sid: refreshed } = (await call('refreshSession', {}, { sid })).data
  expect(await end(refreshed), 'a refresh proves nothing').toBe(-41022)
  expect((await call('reauthenticate', { password }, { sid: refreshed })).code).toBe(200)
  const { sid: again } = (await call('refreshSession', {}, { sid: refreshed })).data
  expect(await end(again)).toBe(200)
})

test('wrong proofs count per session: strangers and other sessions block nobody', async () => {
  const { account, sid, other } = await customer()
  for (let turn = 0; turn < 6; turn++)
    await call('wLogin', { is_agree: 1, username: account.phone, password: 'wrong-one' }, { ip: '203.0.113.9' })
  const strange = { is_agree: 1 as const, username: account.phone, password }
  expect((await call('wLogin', strange, { ip: '203.0.113.10' })).code).toBe(-41002)
  for (const left of [4, 3, 2, 1])
    expect(await call('reauthenticate', { password: 'wrong-one' }, { sid: other })).toMatchObject({
      code: -41012,
      data: left,
    })
  expect((await call('reauthenticate', { password: 'wrong-one' }, { sid: other })).code).toBe(-41002)
  expect((await call('reauthenticate', { password }, { sid: other })).code, 'held back').toBe(-41002)
  expect((await call('reauthenticate', { password }, { sid })).code).toBe(200)
  const changed = { old_password: password, password: 'Another-9182', password2: 'Another-9182' }
  expect((await call('changePassword', changed, { sid })).code).toBe(200)
})

// Guard: the generation in both statements. Without it a session that stays open across its password's change would be proved by
// the old password.
test('a password changed while it is being verified is no proof', async () => {
  const { account, sid } = await customer()
  await stale('session', sid)
  const checked = await credentialsOf(system, account.id)
  const changed = { old_password: password, password: 'Another-9182', password2: 'Another-9182' }
  expect((await call('changePassword', changed, { sid })).code).toBe(200)
  if (!checked) throw new Error('no account')
  expect(await noteProof(system, await idOf('session', sid), checked)).toBe(false)
  expect((await call('endSession', { session_id: randomUUID() }, { sid })).code).toBe(-41022)

  const operator = await make.operator('owner', { password })
  await stale('operator_session', operator.token)
  const current = await findOperator(system, operator.id)
  const own = { old_password: password, password: 'Another-9182-blue' }
  expect((await operate('changeOwnPassword', own, operator)).code).toBe(200)
  if (!current) throw new Error('no operator')
  expect(await noteOperatorProof(system, await idOf('operator_session', operator.token), current)).toBe(false)
  expect((await operate('endOwnSession', { session_id: randomUUID() }, operator)).code).toBe(-41022)
})
