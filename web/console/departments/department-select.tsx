import { TreeSelect } from 'antd'
import { employeeFields } from '#contract/records/employee-fields.ts'
import type { DepartmentNode, DepartmentTree } from './tree.ts'

/** A tree select can't hold `null` as a value; this stands for it. */
const none = 'none'

interface DepartmentSelectProps {
  tree: DepartmentTree
  value?: string | null
  onChange?: (id: string | null) => void
  /** The label of null: 未分配部门, 顶级部门. */
  noneText: string
  /** Returns the reason why a department can't be selected. */
  problemOf?: (id: string) => string | undefined
  id?: string
  'aria-label'?: string
  autoFocus?: boolean
  status?: 'error'
  className?: string
}

interface Option {
  value: string
  title: string
  path: string
  disabled?: boolean
  children?: Option[]
}

/** Selects one department or none. */
export function DepartmentSelect({ tree, value, onChange, noneText, problemOf, ...field }: DepartmentSelectProps) {
  const optionOf = ({ dept_id, name, path, children }: DepartmentNode): Option => ({
    value: dept_id,
    title: name,
    path,
    disabled: problemOf?.(dept_id) !== undefined,
    children: children.map(optionOf),
  })
  return (
    <TreeSelect
      {...field}
      treeData={[{ value: none, title: noneText, path: noneText }, ...tree.roots.map(optionOf)]}
      value={value ?? none}
      onChange={next => onChange?.(next === none ? null : next)}
      treeNodeLabelProp="path"
      showSearch={{ treeNodeFilterProp: 'path' }}
      treeDefaultExpandAll
      popupMatchSelectWidth={false}
      listHeight={320}
    />
  )
}

interface DepartmentFilterProps {
  tree: DepartmentTree
  /** A department's id, or `none` for people without one. */
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** A list filter: a department with those below it, or people without one. */
export function DepartmentFilter({ tree, value, onChange }: DepartmentFilterProps) {
  const optionOf = ({ dept_id, name, path, children }: DepartmentNode): Option => ({
    value: dept_id,
    title: name,
    path,
    children: children.map(optionOf),
  })
  return (
    <TreeSelect
      className="select-filter"
      aria-label={employeeFields.dept_path.label}
      placeholder="部门（含下级）"
      allowClear
      treeData={[...tree.roots.map(optionOf), { value: none, title: '未分配部门', path: '未分配部门' }]}
      // A department that no longer exists shows as nothing selected rather than as its id.
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
