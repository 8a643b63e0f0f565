import { TreeSelect, type TreeSelectProps } from 'antd'
import { clearable } from '#web/ui/clearable.tsx'
import { outcomeOf } from '#web/ui/search-outcome.tsx'
import { departmentOptions } from './tree.ts'
import { useDepartments } from './use-departments.ts'

/** If all departments of a limit were deleted, it must be chosen again: an empty limit would stand for the whole company. */
export const isAllDeleted = (limit: string[] | null | undefined): boolean => limit?.length === 0

/** Selects several departments, each of which includes those below it. */
export function DepartmentsField(props: Pick<TreeSelectProps<string[]>, 'id' | 'value' | 'onChange' | 'placeholder'>) {
  const { tree } = useDepartments()
  return (
    <TreeSelect
      {...props}
      multiple
      allowClear={clearable}
      treeData={departmentOptions(tree.roots)}
      {...outcomeOf(tree.found, '没有符合的部门', tree.roots)}
      treeNodeLabelProp="path"
      showSearch={{ treeNodeFilterProp: 'path' }}
      treeDefaultExpandAll
    />
  )
}
