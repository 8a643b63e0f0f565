import { pino } from 'pino'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { testPortal } from '#server/testing/portal.ts'
import { recordRunOut } from './running-out.ts'

const { call, make, services, system } = await testPortal()
const job = { log: pino({ level: 'silent' }), stopping: new AbortController().signal }

test('hours that end while a person is disabled take nothing from them once they are enabled', async () => {
  const company = await make.company()
  const sid = await make.session(company.owner.account)
  const { id: employee_id } = await make.employee(company.id, { serviceEndsAt: new Date(Date.now() + 86_400_000) })
  await make.device({ companyId: company.id, employeeId: employee_id, name: '电脑' })
  const line = await make.line(company, { bound: true })
  await make.lineGroup(company.id, { lines: [line.id], employees: [employee_id] })
  const set = async (state: 'active' | 'disabled') =>
    expect((await call('setCompanyUser', { employee_id, state }, { sid })).code).toBe(200)
  await set('disabled')
  await system.change`
    update employee set service_ends_at = date_trunc('milliseconds', now()) - interval '1 second' where id = ${employee_id}`
  await recordRunOut(services, {}, job)
  await set('active')
  await recordRunOut(services, {}, job)
  const entries = await system.rows(z.object({ detail: z.string() }))`
    select detail from activity where subject_id = ${employee_id} and action = 'employee.access' order by id`
  const lost = entries.filter(({ detail }) => detail.includes('不能再连接')).map(({ detail }) => detail)
  expect(lost).toEqual([expect.stringMatching(/电脑（修改资料）$/)])
})
