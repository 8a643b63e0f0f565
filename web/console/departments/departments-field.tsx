import { TreeSelect, type TreeSelectProps } from 'antd'
import { clearable } from '#web/ui/clearable.tsx'
import { departmentOptions } from './tree.ts'
import { useDepartments } from './use-departments.ts'

/** Selects several departments, each of which stands for those below it, too. */
export function DepartmentsField(props: Pick<TreeSelectProps<string[]>, 'id' | 'value' | 'onChange' | 'placeholder'>) {
  const { tree } = useDepartments()
  return (
    <TreeSelect
      {...props}
      multiple
      allowClear={clearable}
      treeData={departmentOptions(tree.roots)}
      treeNodeLabelProp="path"
      showSearch={{ treeNodeFilterProp: 'path' }}
      treeDefaultExpandAll
    />
  )
}
