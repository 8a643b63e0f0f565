import { Form, Input } from 'antd'
import { api } from '#web/data/api.ts'
import { changedFrom } from '#web/ui/changed-from.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { lineProblem, ruled } from '#web/ui/form-rules.ts'
import { Plan } from '#web/ui/plan/plan.tsx'
import { usePlan } from '#web/ui/plan/use-plan.ts'
import type { DialogProps } from '#web/ui/use-dialog.ts'
import { DepartmentSelect } from './department-select.tsx'
import { type DepartmentNode, type DepartmentTree, placementProblem } from './tree.ts'

interface Values {
  name: string
  parent_id: string | null
}

const fieldOf = { [-46002]: 'name', [-46003]: 'parent_id', [-46004]: 'parent_id' }

interface DepartmentFormProps extends DialogProps {
  tree: DepartmentTree
  /** The department to change; without one, a new one is created under `parentId`. */
  department?: DepartmentNode
  parentId: string | null
  done: (id: string) => void
}

export function DepartmentForm({ tree, department, parentId, done, ...dialog }: DepartmentFormProps) {
  const [form] = Form.useForm<Values>()
  const parent = Form.useWatch('parent_id', form)
  const moves = department !== undefined && parent !== undefined && parent !== department.parent_id
  const plan = usePlan(
    'setDepartment',
    dialog.open && moves ? { dept_id: department.dept_id, parent_id: parent } : undefined,
  )
  return (
    <DialogForm
      title={department ? `修改“${department.name}”` : '新建部门'}
      subject={department?.dept_id}
      okText={department ? '保存' : '新建'}
      {...dialog}
      form={form}
      waiting={plan.loading}
      call={api.setDepartment}
      record={department}
      input={(values: Values, record) => ({
        ...(record && { dept_id: record.dept_id }),
        // Without a parent in the call the department keeps its position; with one, even the same, it would become the last.
        ...changedFrom(record, values),
      })}
      fieldOf={fieldOf}
      message={(_, { name = department?.name ?? '' }) => `${department ? '已保存' : '已新建'}“${name.trim()}”`}
      onSuccess={({ data }) => done(data.dept_id)}
    >
      <Form.Item
        name="name"
        label="部门名称"
        initialValue={department?.name}
        rules={[ruled(lineProblem('部门名称', 30))]}
      >
        <Input maxLength={30} autoComplete="off" />
      </Form.Item>
      <Form.Item name="parent_id" label="上级部门" initialValue={department ? department.parent_id : parentId}>
        <DepartmentSelect
          tree={tree}
          noneText="无（顶级部门）"
          problemOf={id => placementProblem(tree, department?.dept_id, id)}
        />
      </Form.Item>
      {moves && <Plan plan={plan} />}
    </DialogForm>
  )
}
