import { expect, test } from 'vitest'
import { employeeExport, employeeFields, employeeSheet, sheetFields } from '#contract/records/employee-fields.ts'
import { emptyRow, maxRows } from './draft-rows.ts'
import { leftOutText, pastedCells, withPasted } from './pasting.ts'

const sheet = (...lines: string[][]) => lines.map(cells => cells.join('\t')).join('\r\n')
const pasted = (text: string) => {
  const { rows = [], others } = pastedCells(text) ?? {}
  return { others, rows: rows.map(row => Object.fromEntries(Object.entries(row).filter(([, cell]) => cell))) }
}

test('pasted sheet cells become rows, whichever of phone and name comes first', () => {
  const first = { phone: '13800000101', name: '张三', job_number: 'A1', position: '店长' }
  const rows = [first, { phone: '138 0000 0102', name: '李四' }]
  const cells = '张三\t13800000101\tA1\t店长\r\n李四\t138 0000 0102\n'
  expect(pasted(cells)).toEqual({ rows, others: [] })
  expect(pasted(`员工姓名\t手机号码\t工号\t职位\n${cells}`)).toEqual({ rows, others: [] })
  // An invalid phone is placed in the column of the other rows' phones.
  expect(pasted('张三\t13800000101\n李四\t1380').rows[1]).toEqual({ phone: '1380', name: '李四' })
})

test('one cell is pasted as text', () => {
  expect(pastedCells('13800000101')).toBeUndefined()
})

const filled = ['13800000101', '张三', 'A1', '店长', '运营中心/北美站组']
const first = { phone: '13800000101', name: '张三', job_number: 'A1', position: '店长', dept_path: '运营中心/北美站组' }

test('all columns of the template are taken, with headings in any order and without any', () => {
  const row = [...filled, '30', '2', '欧洲店铺、日本店铺']
  const rows = [{ ...first, days: '30', device_limit: '2', groups: '欧洲店铺、日本店铺' }]
  const headings = employeeSheet.map(name => `${sheetFields[name].label}*`)
  expect(pasted(sheet(row))).toEqual({ rows, others: [] })
  expect(pasted(sheet(headings.toReversed(), row.toReversed()))).toEqual({ rows, others: [] })
  expect(pastedCells(sheet(row), ['phone', 'name'])?.others).toEqual([
    '工号',
    '职位',
    '部门',
    '时长（天）',
    '设备上限',
    '专线组',
  ])
})

test('what of the export nobody can be given is named, with its headings and without', () => {
  const row = [...filled, '员工', '正常', '1', '2', '2026-12-01 00:00', ...Array(employeeExport.length - 10).fill('')]
  const rows = [{ ...first, device_limit: '2' }]
  const others = ['角色', '状态', '设备数', '服务到期']
  expect(pasted(sheet(row))).toEqual({ rows, others })
  const headings = employeeExport.map(name => employeeFields[name].label)
  expect(pasted(sheet(headings, row))).toEqual({ rows, others })
})

test('pasting pushes no row out of the grid, and says from whom on rows found no room', () => {
  const named = (name: string) => ({ ...emptyRow(), name })
  const now = [named('甲'), emptyRow(), ...Array.from({ length: maxRows - 3 }, () => named('乙'))]
  const added = ['张三', '李四', '王五'].map(named)
  const { rows, left } = withPasted(now, now[1]?.key ?? -1, added)
  expect(rows).toEqual([now[0], added[0], added[1], ...now.slice(2)])
  expect(left).toEqual([added[2]])
  expect(leftOutText(left, ['角色'])).toBe('一次最多 100 行，从“王五”起的 1 行没有填入；没有填入的列：角色')
  const full = withPasted(rows, rows[0]?.key ?? -1, added)
  expect(full).toEqual({ rows, left: added })
  expect(leftOutText([], [])).toBe('')
  // Days were already entered for a person not named yet.
  const begun = { ...emptyRow(), days: 30 }
  expect(withPasted([begun], begun.key, added).rows).toEqual([...added, begun])
})
