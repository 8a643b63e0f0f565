import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { testPortal } from '#server/testing/portal.ts'

const { app, make, call, services, system } = await testPortal()
const { changes } = services
const tomorrow = () => new Date(Date.now() + 86_400_000)

test('one device may have four waits, and one person some more than the devices need; further ones get 429 and end no other', async () => {
  const company = await make.company()
  const employee = await make.employee(company.id, { serviceEndsAt: tomorrow() })
  const device = await make.device({ companyId: company.id, employeeId: employee.id })
  const sid = await make.session(employee.account)
  const { version } = (await call('getUsableLines', { device_id: device.id }, { sid })).data
  const wait = () => call('waitForChange', { device_id: device.id, version }, { sid })
  const waits: ReturnType<typeof wait>[] = []
  for (let turn = 1; turn <= 4; turn += 1) {
    waits.push(wait())
    await expect.poll(changes.waiting).toBe(turn)
  }
  expect((await wait()).code).toBe(429)
  expect(changes.waiting()).toBe(4)
  // The three earlier waits end within seconds, and make room again.
  await expect.poll(changes.waiting, { timeout: 10_000 }).toBe(1)
  expect((await Promise.all(waits.slice(0, 3))).map(({ data }) => data)).toEqual(Array(3).fill({ changed: false }))
  waits.push(wait())
  await expect.poll(changes.waiting).toBe(2)
  // A person who names other devices each time has no endless room either.
  const of = { companyId: company.id, employeeId: employee.id, version }
  const others = Array.from({ length: 118 }, (_, index) => changes.wait({ ...of, deviceId: `${index}` }))
  expect(() => changes.wait({ ...of, deviceId: 'another' })).toThrow(expect.objectContaining({ code: 429 }))
  const colleague = await make.employee(company.id)
  changes.wait({ ...of, employeeId: colleague.id, deviceId: device.id }).end(false)
  for (const each of others) {
    each.end(false)
    // An end that comes twice, by a change and by a hang-up, counts once.
    each.end(true)
  }
  for (const each of Array.from({ length: 118 }, (_, index) => changes.wait({ ...of, deviceId: `${index}` })))
    each.end(false)
  await system.change`update employee set service_ends_at = now() where id = ${employee.id}`
  expect((await waits.at(-1))?.data).toEqual({ changed: true })
  await Promise.all(waits)
}, 30_000)

// Guard: a client that hangs up while its session is still being looked up sends no event later, and the wait would be held for 50
// seconds.
test('a client that hangs up before its wait has begun leaves none behind', async () => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const company = await make.company()
  const employee = await make.employee(company.id, { serviceEndsAt: tomorrow() })
  const device = await make.device({ companyId: company.id, employeeId: employee.id })
  const sid = await make.session(employee.account)
  const { version } = (await call('getUsableLines', { device_id: device.id }, { sid })).data
  const body = JSON.stringify({ sid, device_id: device.id, version })
  const before = changes.waiting()
  for (const patience of [0, 1, 2, 3, 5, 8]) {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const options = { port, host: '127.0.0.1', method: 'POST', path: '/api/v1/client/waitForChange', headers }
    const sent = request(options).on('error', () => {})
    sent.end(body, () => void sleep(patience).then(() => sent.destroy()))
    await sleep(300)
  }
  await expect.poll(changes.waiting, { timeout: 3_000 }).toBe(before)
}, 20_000)
