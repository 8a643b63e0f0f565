import { Form, Input } from 'antd'
import { lineProblem, ruled } from '#web/account/rules.ts'
import { api } from '#web/api.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { tellRefusal } from '#web/ui/tell-refusal.ts'
import { toast } from '#web/ui/toast.ts'
import { DepartmentSelect } from './department-select.tsx'
import { type DepartmentNode, type DepartmentTree, placementProblem } from './tree.ts'

interface Values {
  name: string
  parent_id: string | null
}

const fieldOf = { [-46002]: 'name', [-46003]: 'parent_id', [-46004]: 'parent_id' }

interface DepartmentFormProps {
  tree: DepartmentTree
  /** The one to change; none makes a new one under `parentId`. */
  department?: DepartmentNode
  parentId: string | null
  open: boolean
  close: () => void
  done: (id: string) => void
}

export function DepartmentForm({ tree, department, parentId, open, close, done }: DepartmentFormProps) {
  const [form] = Form.useForm<Values>()

  async function send({ name, parent_id }: Values) {
    const answer = department
      ? await api.setDepartment({
          dept_id: department.dept_id,
          name,
          // Left out it keeps its place; given, even the same, it would go last.
          ...(parent_id === department.parent_id ? {} : { parent_id }),
        })
      : await api.setDepartment({ name, parent_id })
    if (!answer.ok) {
      tellRefusal(form, answer, fieldOf)
      return false
    }
    toast.success(department ? `已保存“${name.trim()}”` : `已新建“${name.trim()}”`)
    done(answer.data.dept_id)
    return true
  }

  return (
    <DialogForm
      title={department ? `编辑“${department.name}”` : '新建部门'}
      okText={department ? '保存' : '新建'}
      open={open}
      close={close}
      form={form}
      send={send}
    >
      <Form.Item
        name="name"
        label="部门名称"
        initialValue={department?.name}
        rules={[ruled(lineProblem('部门名称', 30))]}
      >
        <Input autoFocus maxLength={30} autoComplete="off" />
      </Form.Item>
      <Form.Item name="parent_id" label="上级部门" initialValue={department ? department.parent_id : parentId}>
        <DepartmentSelect
          tree={tree}
          noneText="无（顶级部门）"
          problemOf={id => placementProblem(tree, department?.dept_id, id)}
        />
      </Form.Item>
    </DialogForm>
  )
}
