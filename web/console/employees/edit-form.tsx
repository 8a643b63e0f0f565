import { Form, Input } from 'antd'
import { lineProblem, ruled } from '#web/account/rules.ts'
import { api } from '#web/api.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { tellRefusal } from '#web/ui/tell-refusal.ts'
import { toast } from '#web/ui/toast.ts'
import { between } from '#web/ui/whole.ts'
import { WholeNumber } from '#web/ui/whole-number.tsx'
import { DepartmentSelect } from '../departments/department-select.tsx'
import type { DepartmentTree } from '../departments/tree.ts'
import type { Employee } from './employee.ts'

interface Values {
  name: string
  job_number: string
  dept_id: string | null
  device_limit: number
}

interface EditFormProps {
  employee: Employee
  tree: DepartmentTree
  open: boolean
  close: () => void
  done: () => void
}

export function EditForm({ employee, tree, open, close, done }: EditFormProps) {
  const [form] = Form.useForm<Values>()
  async function send({ job_number, ...values }: Values) {
    const answer = await api.setCompanyUser({
      employee_id: employee.employee_id,
      ...values,
      job_number: job_number.trim() || null,
    })
    if (!answer.ok) {
      tellRefusal(form, answer, { [-46001]: 'dept_id', [-47002]: 'job_number' })
      return false
    }
    toast.success(`已保存 ${answer.data.employee.name} 的资料`)
    done()
    return true
  }
  return (
    <DialogForm title={`编辑 ${employee.name}`} okText="保存" open={open} close={close} form={form} send={send}>
      <Form.Item name="name" label="姓名" initialValue={employee.name} rules={[ruled(lineProblem('姓名', 50))]}>
        <Input autoFocus maxLength={50} autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="job_number"
        label="工号（选填）"
        initialValue={employee.job_number ?? ''}
        rules={[ruled(lineProblem('工号', 30, 0))]}
      >
        <Input maxLength={30} autoComplete="off" />
      </Form.Item>
      <Form.Item name="dept_id" label="部门" initialValue={employee.dept_id}>
        <DepartmentSelect tree={tree} noneText="未分配部门" />
      </Form.Item>
      <Form.Item
        name="device_limit"
        label="设备上限"
        extra={`现有 ${employee.device_count} 台；超出上限的设备不能使用`}
        initialValue={employee.device_limit}
        rules={[{ required: true, message: '请输入设备上限' }, between(0, 100, '台')]}
      >
        <WholeNumber suffix="台" />
      </Form.Item>
    </DialogForm>
  )
}
