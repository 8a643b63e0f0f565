import { expect, test } from 'vitest'
import { readFirstSheet } from '#server/engines/sheets/sheets.ts'
import { testPortal } from '#server/testing/portal.ts'

const portal = await testPortal()
const { make, call } = portal

test('the export contains the rows that the filter matches, of the own company alone', async () => {
  const [company, other] = [await make.company({ employees: 1 }), await make.company({ employees: 1 })]
  const device = (of: typeof company, name: string, audit: 'pending' | 'approved') =>
    make.device({ companyId: of.id, employeeId: of.employees[0]?.id ?? '', name, audit })
  await device(company, '等待审核的电脑', 'pending')
  await device(company, '已通过的电脑', 'approved')
  await device(other, '别家的电脑', 'pending')
  const sid = await make.session(company.owner.account)

  const { code, data } = await call('exportDevices', { audit_state: 'pending' }, { sid })
  expect([code, data.rows]).toEqual([200, 1])
  expect(data.file_name).toMatch(/^设备-\d{4}-\d\d-\d\d\.xlsx$/)
  const { statusCode, rawPayload } = await portal.app.inject({ url: data.url })
  expect(statusCode).toBe(200)
  const reading = await readFirstSheet('owner', rawPayload, 100)
  if ('problem' in reading) throw new Error(reading.problem)
  const [headings = [], ...rows] = reading.rows
  expect(rows.map(row => row[headings.indexOf('设备')])).toEqual(['等待审核的电脑'])
  expect(rows[0]?.[headings.indexOf('审核')]).toBe('待审核')
})
