import { TreeSelect } from 'antd'
import { employeeFields } from '#contract/records/employee-fields.ts'
import { clearable } from '#web/ui/clearable.tsx'
import type { Taken } from '#web/ui/later.tsx'
import { outcomeOf } from '#web/ui/search-outcome.tsx'
import { type DepartmentTree, departmentOptions } from './tree.ts'

const none = 'none'

export interface DepartmentFilterProps {
  tree: DepartmentTree
  /** A department's id, or `none` for people without one. */
  value: string | undefined
  onChange: (value: string | undefined) => void
}

export function DepartmentFilterTree({ tree, value, onChange, ...taken }: DepartmentFilterProps & Partial<Taken>) {
  const options = [...departmentOptions(tree.roots), { value: none, title: '未分配部门', path: '未分配部门' }]
  return (
    <TreeSelect
      {...taken}
      {...(tree.found && outcomeOf(tree.found, '没有符合的部门', options))}
      className="select-filter"
      aria-label={employeeFields.dept_path.label}
      placeholder="部门（含下级）"
      allowClear={clearable}
      treeData={options}
      // A deleted department shows as no selection rather than as its id.
      value={value === none || tree.byId.has(value ?? '') ? value : undefined}
      onChange={next => onChange(next ?? undefined)}
      treeNodeLabelProp="title"
      showSearch={{ treeNodeFilterProp: 'path' }}
      treeDefaultExpandAll
      popupMatchSelectWidth={false}
      listHeight={320}
    />
  )
}
