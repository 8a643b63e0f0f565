import { raw } from 'sql-template-tag'
import { expect, onTestFinished, test, vi } from 'vitest'
import { contract } from '#contract/index.ts'
import { checkPassport } from '#contract/passport/check.ts'
import { nodeCrypto } from '#server/core/connection-chain.ts'
import { keyIds, writingKeyId } from '#server/core/keyring.ts'
import { runAs } from '#server/engines/activity/context.ts'
import { headsOf } from '#server/modules/connections/chain.sql.ts'
import { connectionWorld } from '#server/modules/connections/connections.fixture.ts'
import { readKept } from '#server/modules/connections/kept-heads.ts'
import { recorded } from '#server/modules/connections/recorded.fixture.ts'
import { keepChains, trimChain } from '#server/modules/connections/upkeep.ts'
import { verifyChain } from '#server/modules/connections/verify.ts'
import { queryRows } from '#server/testing/backups.ts'
import { testPortal } from '#server/testing/portal.ts'
import { testReplica } from '#server/testing/replica.ts'
import { keysCommand } from './commands.ts'
import { forget, rotate } from './rotation.ts'

const portal = await testPortal()
const { system, config, url, services, make } = portal
const { storage } = services
const job = { log: services.log, stopping: new AbortController().signal }
const next = { ...config, secretKey: 'n3xt-k3y-of-this-p0rtal-0123456789abcdef', secretKeysOld: [config.secretKey] }
const [nextId] = keyIds(next)
const alone = { ...next, secretKeysOld: [] }

async function keys(action: 'list' | 'rotate', ring: typeof config) {
  const output = vi.spyOn(console, 'log').mockReturnValue()
  await runAs('test', () => keysCommand(work => work({ config: ring, system, storage }), [action]))
  return String(output.mock.lastCall)
}

type App = typeof portal.app

async function passportOf(app: App, { url: address }: { url: string }) {
  const { pathname, search } = new URL(address, 'http://portal')
  return (await app.inject({ url: pathname + search })).body
}

/** Returns a function that calls another process of the portal. */
function callerOf(app: App): typeof portal.call {
  return async (name, input, { sid } = {}) => {
    const { statusCode, body } = await app.inject({
      method: 'POST',
      url: `/api${contract[name].path}`,
      headers: { 'content-type': 'application/json', authorization: 'portal-web 1201' },
      payload: { sid, ...(input as object) },
    })
    return { status: statusCode, ...JSON.parse(body) }
  }
}

test.each(['keys rotate', 'the nightly task'])(
  'the record of a company that was idle while the key was replaced goes on without the old one (%s)',
  async how => {
    let call = portal.call
    const world = await connectionWorld({ make, system, call: (...args) => call(...args) })
    const { company, lineId, sid } = world
    await recorded(services, world, job, 8)
    await keepChains(services, job)
    const noted = (await call('getChainHead', {}, { sid })).data
    const handedOver = await passportOf(portal.app, (await call('exportPassport', { svp_id: lineId }, { sid })).data)
    expect(await keys('list', next)).toContain('连接记录的链的末端')
    if (how === 'keys rotate') await keys('rotate', next)
    else {
      await keepChains({ ...services, config: next }, job)
      await rotate({ system, keys: next })
    }
    expect(await keys('list', next)).not.toMatch(/需要它.*连接记录的/)

    const replica = await testReplica(alone, { url })
    onTestFinished(() => replica.stop())
    const later = replica.app
    call = callerOf(later)
    expect((await (await world.client()).connect()).state).toBe('open')
    const exported = await call('exportPassport', { svp_id: lineId }, { sid })
    expect(exported.code).toBe(200)
    // Earlier signatures stay valid: either with the new key, which vouches for the old one, or with the key as noted at the time.
    const { key, former } = (await call('getChainHead', {}, { sid })).data
    expect(former.map(each => each.key)).toEqual([noted.key])
    expect((await checkPassport(nodeCrypto, handedOver, { keys: [key], former })).faults).toEqual([])
    const anew = await passportOf(later, exported.data)
    expect(await checkPassport(nodeCrypto, anew, { keys: [key], heads: noted.heads })).toMatchObject({
      faults: [],
      confirmed: 2,
    })
    expect((await checkPassport(nodeCrypto, anew, { keys: [noted.key] })).faults).toHaveLength(1)
    const files = await storage.list(`chain-head/${company.id}/`)
    const kept = (await Promise.all(files.map(key => readKept(storage, key)))).flatMap(each => each ?? [])
    expect(kept).not.toEqual([])
    // The list also contains open connections, whose marks are rewritten at each heartbeat; these clients send none here.
    const faults = await verifyChain(system, alone, company.id, kept)
    expect(faults.filter(fault => !fault.includes('心跳'))).toEqual([])
    // A day signed by the old key is still a point up to which the chain can be trimmed.
    await trimChain({ system, config: alone }, company.id, -1, job)
    expect(await headsOf(system, company.id, 'trim', 1)).toMatchObject([{}])
  },
)

test.each(['keys rotate', 'the nightly task'])(
  'a portal that retired a key before it was noted who signed needs none for that (%s)',
  async how => {
    const world = await connectionWorld({ make, system, call: portal.call })
    await recorded(services, world, job, 8)
    await keepChains(services, job)
    // Rows as an older program left them; the key that signed them is gone.
    for (const table of ['connection_chain', 'connection_head'])
      await system.change`update ${raw(table)} set key_id = '' where company_id = ${world.company.id}`
    const later = { ...next, secretKeysOld: ['an0ther-k3y-of-this-p0rtal-0123456789abcdef'] }
    const [, oldId = ''] = keyIds(later)
    await rotate({ system, keys: { ...next, secretKeysOld: [config.secretKey] } })
    await system.change`delete from verification_code`
    const lineOf = async (name: string) => (await keys('list', later)).split('\n').find(line => line.startsWith(name))
    expect(await lineOf('没有编号的旧内容')).toContain('还没有查明由哪个密钥签名')
    if (how === 'keys rotate') await keys('rotate', later)
    else await keepChains({ ...services, config: later }, job)
    expect(await lineOf('没有编号的旧内容')).toBeUndefined()
    expect(await lineOf('已遗失的密钥')).toMatch(/不必再保留什么.*连接记录的/)
    expect(await lineOf(oldId)).toContain('没有内容再需要它')
    // Once the key is back in the ring, it is recognized as their signer.
    expect(await keys('rotate', next)).toMatch(/^连接记录的签名：改用当前的密钥 \d+ 项/)
    expect(await keys('rotate', next)).toMatch(/^没有要改用当前密钥的内容\n/)
    const counts = (
      await queryRows<{ count: number }>(
        url,
        `select (after->>'count')::integer as count from audit_entry where action = 'keys.rotated' and target = 'key:${nextId}' order by id`,
      )
    ).map(({ count }) => count)
    expect(counts.at(-1)).toBe(0)
    expect(counts.at(-2)).toBeGreaterThan(0)
    expect(await keys('list', next)).not.toContain('已遗失的密钥')
  },
)

test('connection records that are given up no longer need the key that signed them', async () => {
  const world = await connectionWorld({ make, system, call: portal.call })
  await recorded(services, world, job, 8)
  await keepChains(services, job)
  const lost = writingKeyId(config)
  const line = async () => (await keys('list', alone)).split('\n').find(each => each.startsWith(lost))
  expect(await line()).toContain('连接记录的')
  await forget(system, lost)
  expect((await line()) ?? '').not.toContain('连接记录的')
})
