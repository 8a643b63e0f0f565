import { type CostGroup, unassignedCosts } from '#contract/cost-names.ts'
import type { OutputOf } from '#contract/index.ts'
import { placeName } from '#contract/place-name.ts'
import type { Department, Tree } from '#server/modules/people/tree.ts'
import { totalsOf } from './accounts.ts'
import type { Cell } from './kept.sql.ts'
import type { ShownMonth } from './months.ts'

export type CostRow = OutputOf<'getCosts'>['list'][number]

const keyOf = {
  department: ({ department_id, employee_id }: Cell) => (employee_id ? (department_id ?? 'none') : ''),
  employee: ({ employee_id }: Cell) => employee_id ?? '',
  line: ({ line_id }: Cell) => line_id ?? '',
} satisfies Record<CostGroup, (cell: Cell) => string>

const monthName = (month: string) => `${month.slice(0, 4)} 年 ${Number(month.slice(5))} 月`

/**
 * Groups a month's cells, the highest cost first; cells without anybody come last. The correction of a closed month is one row in
 * each grouping.
 */
export function rowsBy(
  by: CostGroup,
  { cells, names, departments, lines }: Omit<ShownMonth, 'closed_at'>,
  tree: Tree<Department>,
): CostRow[] {
  const rows: CostRow[] = []
  const uses = cells.filter(({ line_id, employee_id }) => line_id && employee_id)
  const usedBy = Map.groupBy(uses, keyOf[by])
  const departmentName = (id: string) =>
    tree.byId.has(id) ? tree.pathOf(id) : `${departments.get(id) ?? '部门'}（已删除）`
  const correcting = Map.groupBy(cells, ({ corrects }) => corrects)
  for (const [month, own] of correcting)
    if (month) rows.push({ id: null, name: `${monthName(month)}的更正`, detail: '该月已结', ...totalsOf(own), used: 0 })
  for (const [key, own] of Map.groupBy(
    (correcting.get(null) ?? []).filter(({ amount }) => amount),
    keyOf[by],
  )) {
    const amounts = totalsOf(own)
    const used = new Set((usedBy.get(key) ?? []).map(use => (by === 'line' ? use.employee_id : use.line_id))).size
    if (!key) rows.push({ id: null, name: unassignedCosts[by], detail: '', ...amounts, used })
    else if (by === 'department') {
      const people = new Set(own.map(({ employee_id }) => employee_id)).size
      const name = key === 'none' ? '未分配部门' : departmentName(key)
      rows.push({ id: key === 'none' ? null : key, name, detail: `${people} 人`, ...amounts, used: people })
    } else if (by === 'employee') {
      const last = own.at(-1)?.department_id ?? null
      const detail = last ? departmentName(last) : '未分配部门'
      rows.push({ id: key, name: names.get(key) || '已离开的人', detail, ...amounts, used })
    } else {
      const line = lines.get(key)
      const detail = line ? placeName(line) : ''
      rows.push({ id: key, name: line?.name ?? '', detail, ...amounts, used })
    }
  }
  return rows.sort(
    (one, other) =>
      Number(one.id === null) - Number(other.id === null) ||
      other.amount - one.amount ||
      (one.name < other.name ? -1 : 1),
  )
}
