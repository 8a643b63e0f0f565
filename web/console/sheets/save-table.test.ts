import { expect, test } from 'vitest'
import { employeeColumns } from '../employees/add/employee-columns.ts'
import { csvOf } from './save-table.ts'

test('cells are quoted, none becomes a formula, and a job number keeps its zeros', () => {
  const text = csvOf(employeeColumns, [
    {
      row: 6,
      phone: '13800000100',
      name: '李雷',
      job_number: '007',
      position: '',
      dept_path: '',
      days: '',
      device_limit: '',
      groups: '',
      problems: [],
    },
    {
      row: 7,
      phone: '13800000101',
      name: '=HYPERLINK("x")',
      job_number: '-1',
      position: '店长',
      dept_path: '运营, 北美',
      days: '30',
      device_limit: '2',
      groups: '日本店铺',
      problems: ['工号重复', '部门不存在'],
    },
  ])
  expect(text.split('\r\n')[1]).toBe(`"6","13800000100","李雷","007\t","","","","","",""`)
  expect(text.split('\r\n')[2]).toBe(
    `"7","13800000101","'=HYPERLINK(""x"")","-1","店长","运营, 北美","30","2","日本店铺","工号重复；部门不存在"`,
  )
})
