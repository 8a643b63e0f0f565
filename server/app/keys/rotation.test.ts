import { createCipheriv, randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql, { raw } from 'sql-template-tag'
import { expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { fillDemonstration } from '#server/app/demo/demonstration.ts'
import { openArchiveTarget } from '#server/app/recovery/archive-target.ts'
import { fingerprintColumns, keyIdOf, sealedColumns } from '#server/app/sealed/kept.ts'
import { MissingKey, refuseMissingKeysAt } from '#server/app/sealed/missing.ts'
import { deriveKey, isFingerprint, keyIds, openWith, sealWith } from '#server/core/keyring.ts'
import { hmac, seal } from '#server/core/seal.ts'
import type { Database } from '#server/database/database.ts'
import { runAs } from '#server/engines/activity/context.ts'
import { chainConnections } from '#server/modules/connections/chain.ts'
import { renewAllSigned } from '#server/modules/connections/renewal.ts'
import { newTotp, openTotp, sealTotp } from '#server/modules/operators/totp.ts'
import { reviewVerification, sealIdNumber } from '#server/modules/verification/identity.ts'
import { newIdNumber, newPhone } from '#server/testing/identities.ts'
import { testPortal } from '#server/testing/portal.ts'
import { testReplica } from '#server/testing/replica.ts'
import { keysCommand } from './commands.ts'
import { keyUses } from './key-uses.ts'
import { forget, rotate } from './rotation.ts'

// The portal runs with the old key; `next` is the configuration of the same portal after the key was replaced.
const portal = await testPortal()
const { system, config, make, url } = portal
const next = { ...config, secretKey: 'n3xt-k3y-of-this-p0rtal-0123456789abcdef', secretKeysOld: [config.secretKey] }
const [nextId = '', oldId = ''] = keyIds(next)
const alone = { ...next, secretKeysOld: [] }
await fillDemonstration(portal.services)
// Simulates the run a minute later: until then the key that marked the connections is in use.
await chainConnections(portal.services, { log: portal.services.log, stopping: new AbortController().signal })

const heads = async (value: string, table: string) =>
  (
    await system.rows(
      z.object({ key_id: z.string() }),
    )`select distinct ${raw(keyIdOf(value))} as key_id from ${raw(table)} as kept
      where ${raw(keyIdOf(value))} is not null order by 1`
  ).map(({ key_id }) => key_id)
const allHeads = async () =>
  Object.fromEntries(
    await Promise.all(sealedColumns.map(async ({ column, value, table }) => [column, await heads(value, table)])),
  )

/** Fills every sealed column, ID numbers also in the form from before keys had ids. */
async function fill() {
  const { id: operatorId } = await make.operator('support')
  const { secret } = newTotp(config, 'x')
  await system.change`
    update operator set totp_sealed = ${sealTotp(config, operatorId, secret)},
      totp_pending = ${sealTotp(config, operatorId, secret)}, totp_pending_until = now() + interval '10 minutes'
    where id = ${operatorId}`
  const account = await make.account()
  const number = newIdNumber()
  const verification = await make.verification(account)
  const sealed = seal(deriveKey(config.secretKey, 'id-number'), number, account.id)
  const hash = hmac(deriveKey(config.secretKey, 'id-number-hash'), number)
  await system.change`
    update identity_verification set id_number_sealed = ${sealed}, id_number_hash = ${hash}
    where id = ${verification.id}`
  const company = await make.company()
  const approvalId = randomUUID()
  await system.change`
    insert into approval (id, kind, target, summary, payload, call, requested_by, requester_roles)
    values (${approvalId}, 'operator', ${`operator:${approvalId}`}, '新增操作员', '{}', 'setOperator', ${operatorId}, '{owner}')`
  await system.change`
    insert into approval_half (approval_id, sealed)
    values (${approvalId}, ${sealWith(config, 'approval-half', '一半', approvalId)})`
  const webhookId = randomUUID()
  const whsec = sealWith(config, 'webhook-secret', 'whsec_c2VjcmV0', webhookId)
  await system.change`
    insert into webhook (company_id, id, url, secret_sealed, former_sealed, former_until)
    values (${company.id}, ${webhookId}, 'https://example.com/', ${whsec}, ${whsec}, now() + interval '1 day')`
  await system.change`
    insert into webhook_former_secret (company_id, webhook_id, sealed, until)
    values (${company.id}, ${webhookId}, ${whsec}, now() + interval '1 day')`
  const robotId = randomUUID()
  await system.change`
    insert into company_robot (company_id, id, provider, name, secrets_sealed, address_end, kinds)
    values (${company.id}, ${robotId}, 'wecom', '群', ${sealWith(config, 'robot-secret', '{}', robotId)}, 'test', '{orders}')`
  await system.change`
    insert into company_sign_in (company_id, kind, issuer, client_id, secret_sealed)
    values (${company.id}, 'oidc', 'https://login.example.com', 'portal',
      ${sealWith(config, 'sign-in-secret', 'secret', company.id)})`
  await system.change`
    insert into directory (company_id, source, owns, leaver, successor)
    values (${company.id}, 'wecom', '{name}', 'disable', 'none')`
  await system.change`
    insert into directory_provider (company_id, tenant, client_id, secrets_sealed, has_callback)
    values (${company.id}, 'corp', '', ${sealWith(config, 'directory-secret', '{}', company.id)}, false)`
  const sid = await make.session(account)
  const change = { sid, headers: { 'idempotency-key': `key-${account.id}` } }
  expect((await portal.call('setDisplayName', { display_name: '新名字' }, change)).code).toBe(200)
  // The portal's worker would take one that is due.
  const message = sealWith(config, 'jobs', '{}', account.id).toString('base64')
  await system.change`
    select graphile_worker.add_job('send_sms', ${JSON.stringify({ message_id: account.id, sealed: message })}::json,
      run_at => now() + interval '1 hour')`
  return { operatorId, secret, account, number, change }
}

test('every bytea column is declared, and those the keyring writes are listed', async () => {
  // Unkeyed hashes, of random tokens or of content compared only with itself.
  const unkeyed = [
    ...['connection.opened_hash', 'connection.closed_hash', 'connection_chain.hash', 'connection_head.hash'],
    ...['api_token_secret.hash', 'api_token_secret.request_hash'],
    ...['sign_in_attempt.state_hash', 'sign_in_attempt.browser_hash', 'sign_in_ticket.ticket_hash'],
    ...['invitation.token_hash', 'session.sid_hash', 'operator_session.token_hash'],
    // An authenticator's public key is public, and a random handle reveals no holder.
    ...['passkey.public_key', 'passkey.user_handle', 'passkey_holder.user_handle'],
    ...['operator_recovery_code.code_hash', 'shop_order.request_hash', 'payment_notification.digest'],
  ]
  const columns = await system.rows(
    z.object({ name: z.string() }),
  )`select table_name || '.' || column_name as name from information_schema.columns
    where data_type = 'bytea' and table_schema = 'public' order by 1`
  const declared = [
    ...sealedColumns.flatMap(({ table, column, fingerprint }) =>
      [column, fingerprint?.column].map(each => `${table}.${each}`),
    ),
    ...fingerprintColumns.map(({ table, column }) => `${table}.${column}`),
  ]
  const undeclared = columns.map(({ name }) => name).filter(name => !declared.includes(name) && !unkeyed.includes(name))
  expect(undeclared).toEqual([])

  // Checks the content as well: values that begin with a key's id are in no other column, nor in any text or JSON column.
  await fill()
  // The mark and the key's id together: two bytes alone also begin one in 65,536 random hashes.
  const head = Buffer.concat([Buffer.from('K1'), Buffer.from(oldId, 'hex')])
  const base64 = head.toString('base64').slice(0, 10)
  const everywhere = await system.rows(
    z.object({ table: z.string(), column: z.string(), type: z.string() }),
  )`select format('%I.%I', table_schema, table_name) as table, column_name::text as column, data_type::text as type
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema in ('public', 'graphile_worker') and table_type = 'BASE TABLE'
      and data_type in ('bytea', 'text', 'json', 'jsonb')`
  const written: string[] = []
  for (const { table, column, type } of everywhere) {
    const holds =
      type === 'bytea'
        ? sql`substr(${raw(column)}, 1, ${head.length}::int) = ${head}`
        : sql`${raw(`"${column}"`)}::text ~ ${base64}`
    const row = await system.row(
      z.object({ found: z.boolean() }),
    )`select exists (select from ${raw(table)} where ${holds}) as found`
    if (row?.found) written.push(`${table.replace('public.', '')}.${column}`)
  }
  expect(written.filter(name => !declared.includes(name))).toEqual([])
  expect(written).toEqual(expect.arrayContaining(sealedColumns.map(({ table, column }) => `${table}.${column}`)))
})

test('a rotation re-encrypts everything, which stays readable, and the old key can be removed', async () => {
  const { operatorId, secret, account, number, change } = await fill()
  expect(new Set(Object.values(await allHeads()).flat())).toEqual(new Set([oldId, '']))
  const rotated = await rotate({ system, keys: next })
  for (const { name, renewed, unreadable } of rotated) expect([name, renewed > 0, unreadable]).toEqual([name, true, 0])
  for (const [column, ids] of Object.entries(await allHeads())) expect([column, ids]).toEqual([column, [nextId]])

  const row = await system.row(
    z.object({ totp: z.instanceof(Buffer), sealed: z.instanceof(Buffer), hash: z.instanceof(Buffer) }),
  )`select totp_sealed as totp, id_number_sealed as sealed, id_number_hash as hash
    from operator, identity_verification where operator.id = ${operatorId} and account_id = ${account.id}`
  expect(openTotp(alone, operatorId, row?.totp ?? Buffer.alloc(0))).toBe(secret)
  expect(openWith(alone, 'id-number', row?.sealed ?? Buffer.alloc(0), account.id)).toBe(number)
  expect(isFingerprint(alone, 'id-number-hash', number, row?.hash ?? Buffer.alloc(0))).toBe(true)
  // The stored answer to the repeated change can be read by a portal that has only the new key.
  const later = await testReplica(alone, { url })
  onTestFinished(() => later.stop())
  const { body } = await later.app.inject({
    method: 'POST',
    url: '/api/v1/user/setDisplayName',
    headers: { 'content-type': 'application/json', authorization: 'portal-web 1201', ...change.headers },
    payload: { sid: change.sid, display_name: '新名字' },
  })
  expect(JSON.parse(body)).toMatchObject({ code: 200 })

  expect((await renewAllSigned({ ...portal.services, config: next })).unreadable).toBe(0)
  const uses = await keyUses({ system, config: next })
  expect(uses.filter(({ keyId }) => keyId !== nextId).flatMap(({ held }) => held)).toEqual([])
  expect(await rotate({ system, keys: next })).toEqual(rotated.map(each => ({ ...each, renewed: 0 })))
  await refuseMissingKeysAt(url, alone)
})

test('a rotation that is killed between two batches loses nothing and goes on', async () => {
  await fill()
  await fill()
  const broken = new Error('killed')
  for (let survived = 0; survived < sealedColumns.length; survived++) {
    let changes = 0
    const dying: Database = {
      ...system,
      change: (...statement) => (changes++ < survived ? system.change(...statement) : Promise.reject(broken)),
    }
    await rotate({ system: dying, keys: next }).catch(error => expect(error).toBe(broken))
    // At every point of the rotation the two keys together open everything.
    await refuseMissingKeysAt(url, next)
  }
  await rotate({ system, keys: next })
  await refuseMissingKeysAt(url, alone)
})

test('a row that changes after it was read keeps its new content', async () => {
  const { operatorId } = await fill()
  const fresh = newTotp(config, 'y').secret
  const racing: Database = {
    ...system,
    change: async (...statement) => {
      if (sql(...statement).text.includes('totp_sealed = renewed'))
        await system.change`update operator set totp_sealed = ${sealTotp(config, operatorId, fresh)} where id = ${operatorId}`
      return system.change(...statement)
    },
  }
  await rotate({ system: racing, keys: next })
  const row = await system.row(
    z.object({ totp: z.instanceof(Buffer) }),
  )`select totp_sealed as totp from operator where id = ${operatorId}`
  expect(openTotp(next, operatorId, row?.totp ?? Buffer.alloc(0))).toBe(fresh)
  await rotate({ system, keys: next })
})

test('a missing key that rows need is reported at start, by its id or by the kind of values that it encrypted', async () => {
  await fill()
  await expect(refuseMissingKeysAt(url, alone)).rejects.toThrow(/缺少主密钥|打不开数据库里的证件号/)
  await system.change`update identity_verification set id_number_sealed = '' where substr(id_number_sealed, 1, 2) <> 'K1'::bytea`
  await expect(refuseMissingKeysAt(url, alone)).rejects.toThrow(`缺少主密钥 ${oldId}，`)
  await expect(testReplica(alone, { url })).rejects.toThrow(`缺少主密钥 ${oldId}，`)
  await refuseMissingKeysAt(url, next)
  await refuseMissingKeysAt(url, config).catch(error => expect(error).toBeInstanceOf(MissingKey))

  // If the key is lost for good, the values it sealed are given up; authenticators lost with it no longer work for login.
  await rotate({ system, keys: next })
  await fill()
  await forget(system, oldId)
  await forget(system, '')
  await refuseMissingKeysAt(url, alone)
})

test('a row without a key id that looks like one of an unknown key does not block the start', async () => {
  const { account, number } = await fill()
  const nonce = Buffer.concat([Buffer.from('K1'), randomBytes(10)])
  const key = deriveKey(config.secretKey, 'id-number')
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(account.id))
  const body = Buffer.concat([cipher.update(number), cipher.final()])
  const sealed = Buffer.concat([nonce, cipher.getAuthTag(), body])
  await system.change`update identity_verification set id_number_sealed = ${sealed} where account_id = ${account.id}`
  await refuseMissingKeysAt(url, next)
  await rotate({ system, keys: next })
  await refuseMissingKeysAt(url, alone)
})

test('a person has one approved account, even if two were submitted under different keys', async () => {
  const number = newIdNumber()
  const submit = async (keys: typeof config) => {
    const account = await make.account()
    const { id } = await make.verification(account, { state: 'under_review' })
    const { sealed, hash } = sealIdNumber(keys, account.id, number)
    await system.change`update identity_verification set id_number_sealed = ${sealed}, id_number_hash = ${hash} where id = ${id}`
    return id
  }
  const both = [await submit(config), await submit(next)]
  const services = { ...portal.services, config: next }
  const decided = await Promise.allSettled(
    both.map(verificationId =>
      runAs('portal', () =>
        reviewVerification(services, {
          verificationId,
          decision: { state: 'approved', reason: null },
        }),
      ),
    ),
  )
  expect(decided.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await rotate({ system, keys: next })
})

test('a code and a vote of the old key are good with the new one', async () => {
  const later = await testReplica(next, { url })
  onTestFinished(() => later.stop())
  const phone = newPhone()
  await portal.call('sendVerificationCode', { send_type: 1, account: phone, email_type: 'register' })
  const registration = {
    is_agree: 1,
    username: phone,
    password: 'Blue-Sail-7',
    captcha: await portal.codeSentTo(phone),
  }
  const registered = await later.app.inject({
    method: 'POST',
    url: '/api/v1/user/wRegister',
    headers: { 'content-type': 'application/json', authorization: 'portal-web 1201' },
    payload: registration,
  })
  expect(JSON.parse(registered.body)).toMatchObject({ code: 200 })

  const article = await system.row(
    z.object({ id: z.string() }),
  )`select id from article where state = 'published' limit 1`
  const vote = async (portalOf: { app: typeof later.app }, useful: boolean) => {
    const { body } = await portalOf.app.inject({
      method: 'POST',
      url: '/api/v1/help/rateArticle',
      headers: { 'content-type': 'application/json', authorization: 'portal-web 1201' },
      payload: { article_id: article?.id, useful },
    })
    return (JSON.parse(body) as { data: { useful: number; useless: number } }).data
  }
  const first = await vote(portal, true)
  expect(await vote(later, false)).toEqual({ useful: first.useful - 1, useless: first.useless + 1 })
})

test('the list keeps a key for as long as the archive needs it, and names one that it lacks', async () => {
  const archiveDir = await mkdtemp(join(tmpdir(), 'haiyilian-keys-'))
  onTestFinished(() => rm(archiveDir, { recursive: true }))
  const archived = { archive: 'disk', archiveDir, databaseUrl: undefined } as const
  await (await openArchiveTarget({ ...config, ...archived })).put('runs/a/through', Buffer.from('{}'))
  await forget(system, '')
  await rotate({ system, keys: next })
  await renewAllSigned({ ...portal.services, config: next })
  const output = vi.spyOn(console, 'log').mockReturnValue()
  const list = async (keys: typeof config) => {
    await runAs('test', () =>
      keysCommand(
        work => work({ config: { ...keys, ...archived }, system, storage: portal.services.storage }),
        ['list'],
      ),
    )
    const line = String(output.mock.lastCall).split('\n')
    return line.find(each => each.startsWith(oldId))
  }
  // Recent codes or fingerprints may still be sealed with it.
  await system.change`delete from verification_code`
  expect(await list(next)).toMatch(/只有归档还需要它.*归档 1/)
  expect(await list(alone)).toMatch(/缺少这个密钥.*归档 1/)
  // The archive can restore rows that this key opens, though the key sealed none of its objects.
  await rm(join(archiveDir, 'runs'), { recursive: true })
  expect(await list(next)).toMatch(/只有归档还需要它.*归档里以前的内容，到 \d{4}-\d\d-\d\d 为止/)
  await system.change`update replaced_key set replaced_at = now() - interval '9 days'`
  expect(await list(next)).toContain('没有内容再需要它')
})
