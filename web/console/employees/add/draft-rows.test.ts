import { expect, test } from 'vitest'
import { problemsOf, rowsLeft } from './draft-problems.ts'
import { employeesOf, emptyRow, isEmpty, maxRows, rowsToBegin } from './draft-rows.ts'

const row = (phone: string, name: string, job_number = '') => ({ ...emptyRow(), phone, name, job_number })

test('problems are found at their fields', () => {
  const rows = [row('13800000101', '张三'), row('1380000', ''), row('138 0000-0101', '李四')]
  const problems = problemsOf(rows)
  expect(problems.get(rows[0]?.key ?? -1)).toBeUndefined()
  expect(problems.get(rows[1]?.key ?? -1)).toEqual({ phone: '请输入11位手机号', name: '请输入姓名' })
  expect(problems.get(rows[2]?.key ?? -1)).toEqual({ phone: '与第 1 行的手机号重复' })
})

test('rows are sent with bare phone numbers and without empty job numbers', () => {
  expect(employeesOf([row('+86 138-0000-0101', ' 张三 ', ' '), row('13800000102', '李四', 'A1')])).toEqual([
    { phone: '13800000101', name: '张三', dept_id: null },
    { phone: '13800000102', name: '李四', job_number: 'A1', dept_id: null },
  ])
})

test('refused rows remain with their reason, and so do rows that were filled in meanwhile', () => {
  const rows = [row('13800000101', '张三'), row('13800000102', '李四')]
  const later = row('13800000103', '王五')
  const results = [
    { phone: '13800000101', employee_id: 'x', problem: null, problem_field: null },
    { phone: '13800000102', employee_id: null, problem_field: 'phone' as const, problem: '该手机号已是本企业的员工' },
  ]
  expect(rowsLeft([...rows, later, emptyRow()], rows, results)).toEqual([
    { ...rows[1], problems: [{ field: 'phone', text: '该手机号已是本企业的员工' }] },
    later,
  ])
})

test('a row with only a department counts as empty', () => {
  expect(isEmpty(emptyRow('d'))).toBe(true)
  expect(isEmpty(row('', '', '1'))).toBe(false)
})

test('a page for a department begins below the draft with a row of it, once, and a full draft has no room', () => {
  const [filled, left] = [row('13800000101', '张三'), emptyRow('b')]
  const departmentsOf = (drafted: Parameters<typeof rowsToBegin>[0]) =>
    rowsToBegin(drafted, 'a').map(each => each.dept_id)
  expect(departmentsOf([])).toEqual(['a'])
  expect(departmentsOf([filled])).toEqual([null, 'a'])
  expect(departmentsOf([filled, left])).toEqual([null, 'a'])
  expect(departmentsOf(Array(maxRows).fill(filled))).toHaveLength(maxRows)
  expect(rowsToBegin([filled, left], null)).toEqual([filled, left])
})
