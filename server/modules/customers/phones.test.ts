import { expect, test } from 'vitest'
import { z } from 'zod'
import { type OperationName, operations } from '#contract/operations/index.ts'
import { testPortal } from '#server/testing/portal.ts'

const { make, operate } = await testPortal()
const { token } = await make.operator('owner')

const phone = '13957204681'
const company = await make.company()
const account = await make.account({ phone })
const employee = await make.employee(company.id, { name: '陈雨桐', account, jobNumber: '95720' })
const device = await make.device({ companyId: company.id, employeeId: employee.id })

const searched = Object.entries(operations)
  .filter(([, { input }]) => input instanceof z.ZodObject && 'keyword' in input.shape)
  .map(([name]) => name as OperationName)

async function found(name: OperationName, keyword: string): Promise<unknown[]> {
  const { input } = operations[name]
  const fields: Record<string, z.ZodType> = input instanceof z.ZodObject ? input.shape : {}
  const ids = Object.keys(fields).filter(field => /_id$/.test(field) && !fields[field]?.safeParse(undefined).success)
  const { code, msg, data } = await operate(
    name,
    { ...Object.fromEntries(ids.map(id => [id, company.id])), keyword } as never,
    { token },
  )
  // With a company's id there is no line to move, and no channel.
  if (code < -50_000) return []
  expect(code, `${name}: ${msg}`).toBe(200)
  const { list, rows } = data as { list?: unknown[]; rows?: number }
  // An export returns its number of rows.
  return list ?? Array.from({ length: z.int().parse(rows) })
}

test('no search of the back office reveals the hidden digits of a phone; the whole phone finds its person', async () => {
  expect(searched.length).toBeGreaterThan(15)
  const whole: string[] = []
  for (const name of searched) {
    for (const part of ['57204', '139572', phone.slice(1)])
      expect(await found(name, part), `${name} ${part}`).toEqual([])
    if ((await found(name, phone)).length) whole.push(name)
  }
  expect(whole.sort()).toEqual(['getAccountList', 'getCompanyDevices', 'getCompanyList', 'getCompanyPeople'])
  // Visible fields are found by a part of them.
  expect(await found('getCompanyPeople', '9572')).toMatchObject([{ name: '陈雨桐' }])
  expect(await found('getCompanyDevices', '9572')).toMatchObject([{ device_id: device.id }])
})
