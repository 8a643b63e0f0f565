import { TreeSelect } from 'antd'
import { useStore } from '#web/data/use-store.ts'
import { outcomeOf } from '#web/ui/search-outcome.tsx'
import { type DepartmentTree, departmentOptions } from './tree.ts'

/** A tree select cannot hold `null` as a value, so this represents it. */
const none = 'none'

interface DepartmentSelectProps {
  tree: DepartmentTree
  value?: string | null
  onChange?: (id: string | null) => void
  /** The label of null: 未分配部门, 顶级部门. */
  noneText: string
  /** Shown while nothing is chosen; without a placeholder, an empty choice means null. */
  placeholder?: string
  /** Returns the reason why a department can't be selected. */
  problemOf?: (id: string) => string | undefined
  id?: string
  'aria-label'?: string
  disabled?: boolean
  status?: 'error'
  'aria-invalid'?: boolean
  'aria-describedby'?: string
  className?: string
}

export function DepartmentSelect({
  tree,
  value,
  onChange,
  noneText,
  placeholder,
  problemOf,
  ...field
}: DepartmentSelectProps) {
  // A user limited to departments cannot move people out of them.
  const limited = useStore(state => state.dutyDepartments) !== null
  const noneOption = { value: none, title: noneText, path: noneText }
  const options = [...(limited ? [] : [noneOption]), ...departmentOptions(tree.roots, problemOf)]
  // Its name could not be read, and its id says nothing.
  const unnamed = value && tree.found?.refused && !tree.byId.has(value)
  return (
    <TreeSelect
      {...field}
      {...(tree.found && outcomeOf(tree.found, '没有符合的部门', options))}
      treeData={options}
      placeholder={unnamed ? '所选部门' : placeholder}
      value={unnamed ? undefined : (value ?? (limited || (placeholder && value === undefined) ? undefined : none))}
      onChange={next => onChange?.(next === none ? null : next)}
      treeNodeLabelProp="path"
      showSearch={{ treeNodeFilterProp: 'path' }}
      treeDefaultExpandAll
      popupMatchSelectWidth={false}
      listHeight={320}
    />
  )
}
