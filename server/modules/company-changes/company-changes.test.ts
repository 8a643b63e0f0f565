import { expect, test } from 'vitest'
import { connectionWorld } from '#server/modules/connections/connections.fixture.ts'
import { allAnnounced } from '#server/testing/announced.ts'
import { testPortal } from '#server/testing/portal.ts'

const portal = await testPortal()
const { call, make, services, system } = portal
const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

async function office() {
  const company = await make.company()
  const sid = await make.session(company.owner.account)
  await allAnnounced(system)
  const wait = async (version?: string) =>
    (await call('waitForCompanyChange', version === undefined ? {} : { version }, { sid })).data.version
  return { company, sid, wait }
}

async function waitWhile(wait: () => Promise<string>, change: () => Promise<unknown>) {
  const before = services.companyChanges.waiting()
  const waiting = wait()
  while (services.companyChanges.waiting() === before) await pause(5)
  await pause(50)
  const from = performance.now()
  await change()
  return { version: await waiting, ms: performance.now() - from }
}

test('a console is notified of another user’s change within a second', async () => {
  const { sid, wait } = await office()
  const lastVersion = await wait()
  const { version, ms } = await waitWhile(
    () => wait(lastVersion),
    () => call('setDepartment', { name: '客服部' }, { sid }),
  )
  expect(BigInt(version)).toBeGreaterThan(BigInt(lastVersion))
  expect(ms).toBeLessThan(1000)
})

test('a console whose user gets another role, or is promoted, is notified within a second', async () => {
  const { company, sid } = await office()
  const person = await make.employee(company.id, { name: '陈雨桐' })
  const employee_id = person.id
  const own = await make.session(person.account)
  const changes = [
    () => call('setDuty', { employee_id, duty: 'devices' }, { sid }),
    () => call('setCompanyUserRole', { employee_id, role: 'manager' }, { sid }),
  ]
  expect((await call('setDuty', { employee_id, duty: 'finance' }, { sid })).code).toBe(200)
  for (const change of changes) {
    await allAnnounced(system)
    const before = (await call('waitForCompanyChange', {}, { sid: own })).data.version
    const { version, ms } = await waitWhile(
      async () => (await call('waitForCompanyChange', { version: before }, { sid: own })).data.version,
      async () => expect((await change()).code).toBe(200),
    )
    expect(version).not.toBe(before)
    expect(ms).toBeLessThan(1000)
  }
})

test('changes since the known version are reported at once, and only once', async () => {
  const { company, wait } = await office()
  const lastVersion = await wait()
  await make.employee(company.id, { name: '陈雨桐' })
  await allAnnounced(system)
  const version = await wait(lastVersion)
  expect(version).not.toBe(lastVersion)
  expect(await wait(lastVersion)).toBe(version)
})

test('other companies’ changes and a device’s heartbeat notify no console', async () => {
  const [one, other] = [await office(), await office()]
  const person = await make.employee(one.company.id, { name: '陈雨桐' })
  const device = await make.device({ companyId: one.company.id, employeeId: person.id })
  await allAnnounced(system)
  const lastVersion = await one.wait()
  const before = services.companyChanges.waiting()
  const waiting = one.wait(lastVersion)
  while (services.companyChanges.waiting() === before) await pause(5)
  await call('setDepartment', { name: '客服部' }, { sid: other.sid })
  await system.change`update device set last_seen_at = now() where id = ${device.id}`
  await allAnnounced(system)
  await pause(300)
  expect(services.companyChanges.waiting()).toBe(before + 1)
  await system.change`update device set auth_state = 'suspended' where id = ${device.id}`
  expect(await waiting).not.toBe(lastVersion)
})

test('a connection that managers are warned of reaches the console within a second; an ordinary one ends no wait', async () => {
  const { sid, client } = await connectionWorld(portal)
  const [fine, stranger] = [await client(), await client({ granted: false })]
  const versionNow = async () => {
    await allAnnounced(system)
    return (await call('waitForCompanyChange', {}, { sid })).data.version
  }
  const before = await versionNow()
  expect((await fine.connect()).findings).toEqual([])
  expect(await versionNow()).toBe(before)
  const { version, ms } = await waitWhile(
    async () => (await call('waitForCompanyChange', { version: before }, { sid })).data.version,
    () => stranger.connect(),
  )
  expect(version).not.toBe(before)
  expect(ms).toBeLessThan(1000)
})

test('one account may have twenty waits, and its colleagues have their own', async () => {
  const { company, sid, wait } = await office()
  const version = await wait()
  const before = services.companyChanges.waiting()
  const ask = (as: string) => call('waitForCompanyChange', { version }, { sid: as })
  const waits = Array.from({ length: 20 }, () => ask(sid))
  const settled = Promise.all(waits)
  await expect.poll(services.companyChanges.waiting).toBe(before + 20)
  expect((await ask(sid)).code).toBe(429)
  expect(services.companyChanges.waiting()).toBe(before + 20)
  const manager = await make.employee(company.id, { role: 'manager' })
  const other = ask(await make.session(manager.account))
  const colleague = Promise.resolve(other)
  await call('setDepartment', { name: '客服部' }, { sid })
  expect(new Set([...(await settled), await colleague].map(({ code }) => code))).toEqual(new Set([200]))
  expect((await call('waitForCompanyChange', {}, { sid })).code).toBe(200)
})
