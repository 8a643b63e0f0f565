import { expect, test } from 'vitest'
import { employeeColumns } from '../employees/add/employee-columns.ts'
import { csvOf } from './save-table.ts'

test('cells are quoted, and none becomes a formula', () => {
  const text = csvOf(employeeColumns, [
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
  expect(text.split('\r\n')[1]).toBe(
    `"7","13800000101","'=HYPERLINK(""x"")","-1","店长","运营, 北美","30","2","日本店铺","工号重复；部门不存在"`,
  )
})
