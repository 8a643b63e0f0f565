import { expect, test } from 'vitest'
import { z } from 'zod'
import { testPortal } from '#server/testing/portal.ts'
import { importEmployees } from './import-job.ts'

const portal = await testPortal()
const { call, make, system, services } = portal

test('whoever started an import is told when it fails for good, and once', async () => {
  const { owner, id: company_id } = await make.company()
  const sid = await make.session(owner.account)
  // Its rows cannot be read.
  const inserted = await system.row(z.object({ id: z.string() }))`
    insert into employee_import (company_id, account_id, rows, bad, total, state, actor_name)
    values (${company_id}, ${owner.account.id}, '[{}]', 0, 1, 'running', '测试') returning id`
  const payload = { company_id, import_id: inserted?.id ?? '' }
  const run = (lastAttempt: boolean) =>
    importEmployees(services, payload, { stopping: new AbortController().signal, lastAttempt, log: services.log })
  const told = async () => (await call('getNoticeList', {}, { sid })).data.list.map(({ title }) => title)
  await expect(run(false)).rejects.toThrow()
  expect(await told()).toEqual([])
  await expect(run(true)).rejects.toThrow()
  expect(await told()).toEqual(['员工导入中断'])
  expect((await call('getEmployeeImport', { import_id: payload.import_id }, { sid })).data.state).toBe('failed')
})
