import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { InputOf } from '#contract/index.ts'
import { testPortal } from '#server/testing/portal.ts'

const { call, make, system } = await testPortal()

// Guard: `servedUntil`, by which the lines end as well. The job that takes the guest off the list runs a little later.
test('a guest whose period is over is told at once that the service has ended', async () => {
  const company = await make.company()
  const person = await make.employee(company.id, { serviceEndsAt: new Date(Date.now() + 9 * 86_400_000) })
  const sid = await make.session(person.account)
  const report: InputOf<'reportDevice'> = {
    fingerprint: randomUUID(),
    name: '旧手机',
    platform: 'android',
    os_version: 'Android 16',
    client_version: '12.0.1',
  }
  const reported = () => call('reportDevice', report, { sid })
  expect((await reported()).code).toBe(200)
  await system.change`update device set audit_state = 'approved', audited_at = now() where company_id = ${company.id}`
  expect((await reported()).data).toMatchObject({ usable: true, reason: 'ok' })
  await system.change`update employee set guest_until = now() - interval '1 second' where id = ${person.id}`
  expect((await reported()).data).toMatchObject({ usable: false, reason: 'no_hours' })
  const { data } = await call('getMyService', {}, { sid })
  const { device_id } = (await reported()).data
  const manager = await make.session(company.owner.account)
  expect((await call('getDeviceDetail', { device_id }, { sid: manager })).data.usable).toBe(false)
  expect(data).toMatchObject({ remain_days: 0, devices: [{ reason: 'no_hours' }] })
})
