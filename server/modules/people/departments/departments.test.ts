import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { InputOf } from '#contract/index.ts'
import type { TestCompany } from '#server/testing/make.ts'
import { testPortal } from '#server/testing/portal.ts'

const { call, make, system } = await testPortal()
let company: TestCompany
let sid: string
beforeEach(async () => {
  company = await make.company({ employees: 3 })
  sid = await make.session(company.owner.account)
})

const set = (input: InputOf<'setDepartment'>) => call('setDepartment', input, { sid })
const create = async (name: string, parent_id: string | null = null) => {
  const { code, data } = await set({ name, parent_id })
  expect(code).toBe(200)
  return data.dept_id
}
const list = async () => (await call('getDeptListByCompanyId', {}, { sid })).data
const names = async () => (await list()).list.map(({ name }) => name)

describe('the department tree', () => {
  test('lists departments depth first, siblings in order, with direct and total people', async () => {
    const sales = await create('运营中心')
    const amazon = await create('亚马逊事业部', sales)
    const finance = await create('财务部')
    const [one, two, three] = company.employees.map(({ id }) => id)
    await call('batchSetDepartment', { employee_ids: [one ?? '', two ?? ''], dept_id: amazon }, { sid })
    await call('batchSetDepartment', { employee_ids: [three ?? ''], dept_id: sales }, { sid })
    const { list: rows, total, people_without } = await list()
    expect(rows.map(row => [row.dept_id, row.parent_id, row.sort, row.people, row.people_in_all])).toEqual([
      [sales, null, 0, 1, 3],
      [amazon, sales, 0, 2, 2],
      [finance, null, 1, 0, 0],
    ])
    // The owner belongs to no department.
    expect([total, people_without]).toEqual([3, 1])
  })

  test('has five levels at most, by creation or by a move', async () => {
    let parent: string | null = null
    for (const level of [1, 2, 3, 4, 5]) parent = await create(`第${level}级`, parent)
    expect((await set({ name: '第6级', parent_id: parent })).code).toBe(-46003)
    const other = await create('另一支')
    await create('另一支的下级', other)
    const fourth = (await list()).list.find(({ name }) => name === '第4级')?.dept_id ?? ''
    expect((await set({ dept_id: other, parent_id: fourth })).code).toBe(-46003)
    const third = (await list()).list.find(({ name }) => name === '第3级')?.dept_id ?? ''
    expect((await set({ dept_id: other, parent_id: third })).code).toBe(200)
  })

  test('requires distinct names among siblings only', async () => {
    const one = await create('运营')
    expect((await set({ name: '运营' })).code).toBe(-46002)
    // Nobody sees the difference.
    expect((await set({ name: '\u202d运\u200b营\u202c' })).code).toBe(-46002)
    expect(await set({ name: '\u200b' })).toMatchObject({ code: -41003, data: 'name' })
    await create('运营', one)
    const two = await create('财务')
    expect((await set({ dept_id: two, name: '运营' })).code).toBe(-46002)
    expect((await set({ dept_id: two, parent_id: one })).code).toBe(200)
    expect((await set({ dept_id: two, name: '运营' })).code).toBe(-46002)
  })

  test('requires a name, and refuses an unknown department or parent', async () => {
    const nobody = company.owner.id
    expect(await set({})).toMatchObject({ code: -41003, data: 'name' })
    expect((await set({ name: '甲', parent_id: nobody })).code).toBe(-46001)
    expect((await set({ dept_id: nobody, name: '甲' })).code).toBe(-46001)
  })

  test('renumbers all siblings when one is placed among them', async () => {
    for (const name of ['甲', '乙', '丙', '丁']) await create(name)
    const ids = new Map((await list()).list.map(({ name, dept_id }) => [name, dept_id]))
    await set({ dept_id: ids.get('丁'), sort: 1 })
    expect(await names()).toEqual(['甲', '丁', '乙', '丙'])
    await set({ dept_id: ids.get('甲'), sort: 9999 })
    expect(await names()).toEqual(['丁', '乙', '丙', '甲'])
    await set({ name: '新', sort: 0 })
    expect((await list()).list.map(({ name, sort }) => [name, sort])).toEqual([
      ['新', 0],
      ['丁', 1],
      ['乙', 2],
      ['丙', 3],
      ['甲', 4],
    ])
    await set({ dept_id: ids.get('乙'), name: '乙改' })
    expect(await names()).toEqual(['新', '丁', '乙改', '丙', '甲'])
  })
})

// Guard: lockTree. Without it each move sees the tree before the other, and both departments are lost in a cycle.
test('of two concurrent moves that would form a cycle one is refused', async () => {
  for (let round = 0; round < 10; round++) {
    const [one, two] = [await create(`一${round}`), await create(`二${round}`)]
    const answers = await Promise.all([set({ dept_id: one, parent_id: two }), set({ dept_id: two, parent_id: one })])
    expect(answers.map(({ code }) => code).sort()).toEqual([-46004, 200])
  }
  expect((await list()).total).toBe(20)
})

describe('deleting a department', () => {
  test('requires it to be empty, and the refusal counts what is inside', async () => {
    const sales = await create('运营中心')
    const amazon = await create('亚马逊事业部', sales)
    await call('batchSetDepartment', { employee_ids: company.employees.map(({ id }) => id), dept_id: sales }, { sid })
    const remove = (dept_id: string) => call('delDepartment', { dept_id }, { sid })
    expect(await remove(sales)).toMatchObject({ code: -46005, data: '员工 3 人，下级部门 1 个' })
    expect((await remove(amazon)).code).toBe(200)
    expect(await remove(sales)).toMatchObject({ code: -46005, data: '员工 3 人' })
    await call('batchSetDepartment', { employee_ids: company.employees.map(({ id }) => id), dept_id: null }, { sid })
    expect((await remove(sales)).code).toBe(200)
    expect((await remove(sales)).code).toBe(-46001)
  })

  test('names the templates, tokens and duties that lose it', async () => {
    const dept_id = await create('店铺运营')
    const other = await create('客服部')
    const [person] = company.employees
    await call('setTemplate', { name: '日本运营', dept_id }, { sid })
    await make.apiToken(company, { name: '人事系统', departments: [dept_id, other] })
    const head = { employee_id: person?.id ?? '', duty: 'department' as const, dept_ids: [dept_id] }
    expect((await call('setDuty', head, { sid })).code).toBe(200)
    for (const each of [other, dept_id])
      expect((await call('delDepartment', { dept_id: each }, { sid })).code).toBe(200)
    const { list } = (await call('getCompanyActivity', {}, { sid })).data
    const details = list.flatMap(({ action, detail }) => (action === 'department.deleted' ? [detail] : []))
    expect(details).toEqual([
      '入职模板「日本运营」不再指定部门；1 人的角色、接口令牌「人事系统」所限的部门少了它',
      '接口令牌「人事系统」所限的部门少了它',
    ])
  })

  // Guard: the foreign keys of employee and department. A department is never deleted with people in it.
  test('and moving people into it concurrently: one of the two is refused', async () => {
    const employee_ids = company.employees.map(({ id }) => id)
    for (let round = 0; round < 10; round++) {
      const dept_id = await create(`部门${round}`)
      const [moved, removed] = await Promise.all([
        call('batchSetDepartment', { employee_ids, dept_id }, { sid }),
        call('delDepartment', { dept_id }, { sid }),
      ])
      expect([
        [200, -46005],
        [-46001, 200],
      ]).toContainEqual([moved.code, removed.code])
    }
  })
})

describe('batchSetDepartment', () => {
  test('counts the people who moved, and logs each', async () => {
    const dept_id = await create('运营中心')
    const employee_ids = company.employees.map(({ id }) => id)
    const move = () => call('batchSetDepartment', { employee_ids, dept_id }, { sid })
    expect((await move()).data).toEqual({ moved: 3, activity_id: expect.any(String) })
    expect((await move()).data).toEqual({ moved: 0 })
    const log = await system.rows(z.object({ action: z.string(), detail: z.string(), actor_name: z.string() }))`
    select action, detail, actor_name from employee_log where company_id = ${company.id}`
    expect(log).toHaveLength(3)
    expect(log[0]).toMatchObject({ action: 'moved', detail: '运营中心' })
  })

  test("refuses another company's people and departments", async () => {
    const other = await make.company({ employees: 1 })
    const foreign = await make.department(other.id)
    const [mine, theirs] = [company.employees[0]?.id ?? '', other.employees[0]?.id ?? '']
    const dept_id = await create('运营中心')
    const move = (employee_ids: string[], to: string) =>
      call('batchSetDepartment', { employee_ids, dept_id: to }, { sid })
    expect((await move([mine, theirs], dept_id)).code).toBe(-47001)
    expect((await move([mine], foreign.id)).code).toBe(-46001)
    const people = await system.rows(
      z.object({ department_id: z.string().nullable() }),
    )`select department_id from employee where id = any(${[mine, theirs]})`
    expect(people).toEqual([{ department_id: null }, { department_id: null }])
  })
})
