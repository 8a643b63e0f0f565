import { expect, test } from 'vitest'
import { maxDepartments } from '#contract/people.ts'
import { testPortal } from '#server/testing/portal.ts'

const { call, make, system } = await testPortal()

const fill = (companyId: string, count: number, parentId: string | null = null) =>
  system.change`
    insert into department (company_id, parent_id, name, sort)
    select ${companyId}, ${parentId}, '部门' || n, n from generate_series(1, ${count}::integer) n`

test('a company has a limited number of departments, even when two are added at once', async () => {
  const company = await make.company()
  const sid = await make.session(company.owner.account)
  await fill(company.id, maxDepartments - 1)
  const add = (name: string) => call('setDepartment', { name }, { sid })
  const answers = await Promise.all([add('甲部'), add('乙部')])
  expect(answers.map(({ code }) => code).sort((one, other) => one - other)).toEqual([-46006, 200])
  expect(answers.find(({ code }) => code !== 200)?.data).toBe(maxDepartments)
}, 60_000)

// Guard: the set in `onlyThose`. Without it each department is searched for among all, and meanwhile nobody else is answered.
test('a person who is limited to thousands of departments gets their list about as fast as a manager', async () => {
  const company = await make.company()
  const owner = await make.session(company.owner.account)
  const root = await make.department(company.id)
  await fill(company.id, 20_000, root.id)
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
