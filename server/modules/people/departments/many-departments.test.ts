import { expect, test } from 'vitest'
import { testPortal } from '#server/testing/portal.ts'

const { call, make, system } = await testPortal()

// Guard: the set in `onlyThose`. Without it each department is searched for among all, and meanwhile nobody else is answered.
test('a person who is limited to thousands of departments gets their list about as fast as a manager', async () => {
  const company = await make.company()
  const owner = await make.session(company.owner.account)
  const root = await make.department(company.id)
  await system.change`
    insert into department (company_id, parent_id, name, sort)
    select ${company.id}, ${root.id}, '部门' || n, n from generate_series(1, 20000) n`
  const { id: employee_id, account } = await make.employee(company.id, { departmentId: root.id })
  expect((await call('setDuty', { employee_id, duty: 'devices', dept_ids: [root.id] }, { sid: owner })).code).toBe(200)
  /** Milliseconds of processor time, which a busy machine changes little. */
  const usedFor = async (sid: string) => {
    const before = process.threadCpuUsage()
    const { data } = await call('getDeptListByCompanyId', {}, { sid })
    expect(data.list).toHaveLength(20_001)
    return process.threadCpuUsage(before).user / 1000
  }
  const limited = await make.session(account)
  await usedFor(owner)
  const [all, those] = [await usedFor(owner), await usedFor(limited)]
  expect(those).toBeLessThan(4 * all)
}, 60_000)
