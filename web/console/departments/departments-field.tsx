import { TreeSelect, type TreeSelectProps } from 'antd'
import { clearable } from '#web/ui/clearable.tsx'
import type { DepartmentNode } from './tree.ts'
import { useDepartments } from './use-departments.ts'

interface Option {
  value: string
  title: string
  path: string
  children: Option[]
}

const optionOf = ({ dept_id, name, path, children }: DepartmentNode): Option => ({
  value: dept_id,
  title: name,
  path,
  children: children.map(optionOf),
})

/** Selects several departments, each of which stands for those below it, too. */
export function DepartmentsField(props: Pick<TreeSelectProps<string[]>, 'id' | 'value' | 'onChange' | 'placeholder'>) {
  const { tree } = useDepartments()
  return (
    <TreeSelect
      {...props}
      multiple
      allowClear={clearable}
      treeData={tree.roots.map(optionOf)}
      treeNodeLabelProp="path"
      showSearch={{ treeNodeFilterProp: 'path' }}
      treeDefaultExpandAll
    />
  )
}
