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
  const timed = async (sid: string) => {
    const start = performance.now()
    const { data } = await call('getDeptListByCompanyId', {}, { sid })
    expect(data.list).toHaveLength(20_001)
    return performance.now() - start
  }
  const limited = await make.session(account)
  await timed(owner)
  const [all, those] = [await timed(owner), await timed(limited)]
  expect(those).toBeLessThan(3 * all + 1_000)
}, 60_000)
