import { employeeFields } from '#contract/records/employee-fields.ts'
import { useStandIn } from '#web/ui/later.tsx'
import { SelectStandIn } from '#web/ui/list/late-select.tsx'
import type { DepartmentFilterProps } from './department-filter-tree.tsx'

const load = async () => (await import('./department-filter-tree.tsx')).DepartmentFilterTree

/**
 * A list filter: a department with those below it, or people without one. The tree is large, so a plain field is shown until the
 * pointer reaches it.
 */
export function DepartmentFilter(props: DepartmentFilterProps) {
  const { Part, taken, standIn } = useStandIn(load)
  const { tree, value } = props
  if (Part) return <Part {...props} {...taken} />
  const name = value === 'none' ? '未分配部门' : tree.byId.get(value ?? '')?.name
  return <SelectStandIn label={employeeFields.dept_path.label} empty="部门（含下级）" text={name} standIn={standIn} />
}
