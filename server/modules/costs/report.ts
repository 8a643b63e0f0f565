import { type CostGroup, unassignedCosts } from '#contract/cost-names.ts'
import type { OutputOf } from '#contract/index.ts'
import type { Department, Tree } from '#server/modules/people/tree.ts'
import { type Accounts, type Cell, monthTotals } from './accounts.ts'
import type { Month } from './spread.ts'

export type CostRow = OutputOf<'getCosts'>['list'][number]

interface Named {
  cells: readonly Cell[]
  uses: readonly { line_id: string; employee_id: string }[]
  names: ReadonlyMap<string, string>
  departments: ReadonlyMap<string, string>
}

const keyOf = {
  department: ({ departmentId, employeeId }: Cell) => (employeeId ? (departmentId ?? 'none') : ''),
  employee: ({ employeeId }: Cell) => employeeId ?? '',
  line: ({ lineId }: Cell) => lineId ?? '',
} satisfies Record<CostGroup, (cell: Cell) => string>

/** Groups a month's cells, the dearest first; what stands behind nobody comes last. */
export function rowsBy(
  by: CostGroup,
  { cells, uses, names, departments }: Named,
  { lines }: Pick<Accounts, 'lines'>,
  tree: Tree<Department>,
): CostRow[] {
  const rows: CostRow[] = []
  const usedBy = Map.groupBy(uses, by === 'line' ? ({ line_id }) => line_id : ({ employee_id }) => employee_id)
  const departmentName = (id: string) =>
    tree.byId.has(id) ? tree.pathOf(id) : `${departments.get(id) ?? '部门'}（已删除）`
  for (const [key, own] of Map.groupBy(cells, keyOf[by])) {
    const sum = (kind: Cell['kind']) => own.reduce((sum, cell) => sum + (cell.kind === kind ? cell.amount : 0), 0)
    const [hours_amount, lines_amount] = [sum('hours'), sum('lines')]
    const amounts = { hours_amount, lines_amount, amount: hours_amount + lines_amount }
    const used = new Set((usedBy.get(key) ?? []).map(use => (by === 'line' ? use.employee_id : use.line_id))).size
    if (!key) rows.push({ id: null, name: unassignedCosts[by], detail: '', ...amounts, used })
    else if (by === 'department') {
      const people = new Set(own.map(({ employeeId }) => employeeId)).size
      const name = key === 'none' ? '未分配部门' : departmentName(key)
      rows.push({ id: key === 'none' ? null : key, name, detail: `${people} 人`, ...amounts, used: people })
    } else if (by === 'employee') {
      const last = own.at(-1)?.departmentId ?? null
      const detail = last ? departmentName(last) : '未分配部门'
      rows.push({ id: key, name: names.get(key) || '已离开的人', detail, ...amounts, used })
    } else {
      const line = lines.get(key)
      const detail = line ? `${line.country} ${line.city}` : ''
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

export function totalsOf(accounts: Accounts, month: Month) {
  const { hours_amount, lines_amount } = monthTotals(accounts, month)
  return { hours_amount, lines_amount, amount: hours_amount + lines_amount }
}
