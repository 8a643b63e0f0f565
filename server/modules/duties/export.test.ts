import { expect, test } from 'vitest'
import type { Duty } from '#contract/duty-names.ts'
import { exportedSheet } from '#server/testing/exported-sheet.ts'
import { testPortal } from '#server/testing/portal.ts'

const { app, call, make } = await testPortal()

async function office() {
  const company = await make.company({ managers: 1 })
  const owner = await make.session(company.owner.account)
  const person = await make.employee(company.id, { name: '陈雨桐' })
  const sid = await make.session(person.account)
  const set = (duty: Duty) => call('setDuty', { employee_id: person.id, duty }, { sid: owner })
  expect((await set('reader')).code).toBe(200)
  return { company, owner, person, sid, set }
}

test('the roles of one’s own company are exported with their departments, to managers alone', async () => {
  const { company, owner, person, sid, set } = await office()
  await office()
  const { id: dept_id } = await make.department(company.id, { name: '运营部' })
  const head = await make.employee(company.id, { name: '=1+1' })
  const input = { employee_id: head.id, duty: 'department' as const, dept_ids: [dept_id] }
  expect((await call('setDuty', input, { sid: owner })).code).toBe(200)
  const { code, data } = await call('exportDuties', {}, { sid: owner })
  expect([code, data.rows]).toEqual([200, 2])
  const { reading, cells } = await exportedSheet(app, data.url)
  expect(reading).toMatchObject({ formulaRows: [] })
  expect(cells[0]).toEqual(['员工', '手机号', '部门', '状态', '角色', '范围', '授予人', '授予时间'])
  const rowOf = (name: string) => cells.find(([first]) => first === name)?.slice(1, 6)
  expect(rowOf('=1+1')).toEqual([head.account.phone, '', '在职', '部门主管', '运营部'])
  expect(rowOf('陈雨桐')).toEqual([person.account.phone, '', '在职', '只读', '全企业'])
  for (const duty of ['reader', 'finance'] as const) {
    await set(duty)
    expect((await call('exportDuties', {}, { sid })).code).toBe(-41024)
  }
})
