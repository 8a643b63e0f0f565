import { Form } from 'antd'
import { maxPersonDevices } from '#contract/people.ts'
import { employeeFields, employeeLines } from '#contract/records/employee-fields.ts'
import { api } from '#web/data/api.ts'
import { useCall } from '#web/data/use-call.ts'
import { changedFrom } from '#web/ui/changed-from.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { blanksToNull } from '#web/ui/form-rules.ts'
import { LineItem, ownedText } from '#web/ui/line-item.tsx'
import { Plan } from '#web/ui/plan/plan.tsx'
import { usePlan } from '#web/ui/plan/use-plan.ts'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import { between } from '#web/ui/whole.ts'
import { WholeNumber } from '#web/ui/whole-number.tsx'
import { DepartmentSelect } from '../departments/department-select.tsx'
import type { DepartmentTree } from '../departments/tree.ts'
import type { Employee } from './employee.ts'
import { GuestUntil } from './guest-until.tsx'

interface Values extends Record<(typeof employeeLines)[number], string> {
  dept_id: string | null
  device_limit: number
  guest_until: string | null
}

/** Fields that the company's directory owns can't be changed here. */
const isOwned = (owned: readonly string[], name: string) => owned.includes(name)

interface EditFormProps extends ChangeDialogProps {
  employee: Employee
  tree: DepartmentTree
}

export function EditForm({ employee, tree, ...dialog }: EditFormProps) {
  const [form] = Form.useForm<Values>()
  const dept_id = Form.useWatch('dept_id', form)
  const device_limit = Form.useWatch('device_limit', form)
  const { employee_id } = employee
  const { seen: _, ...touched } = changedFrom(employee, {
    dept_id: dept_id === undefined ? employee.dept_id : dept_id,
    device_limit: Number.isInteger(device_limit) ? device_limit : employee.device_limit,
  })
  const touches = Object.keys(touched).length > 0
  const owned = useCall('getDirectoryOwnership', { employee_id }).data?.owns ?? []
  const plan = usePlan('setCompanyUser', dialog.open && touches ? { employee_id, ...touched } : undefined)
  return (
    <DialogForm
      title={`修改 ${employee.name}`}
      subject={employee_id}
      okText="保存"
      {...dialog}
      form={form}
      waiting={plan.loading}
      call={api.setCompanyUser}
      record={employee}
      input={({ name, dept_id, device_limit, guest_until, ...optional }: Values, record) => ({
        employee_id,
        ...changedFrom(record, { name, ...blanksToNull(optional), dept_id, device_limit, guest_until }),
      })}
      fieldOf={{ [-46001]: 'dept_id', [-47002]: 'job_number', [-47009]: 'guest_until' }}
      message={({ data }) => `已保存 ${data.employee.name} 的资料`}
    >
      {employeeLines.map(name => (
        <LineItem
          key={name}
          name={name}
          field={employeeFields[name]}
          value={employee[name]}
          owned={isOwned(owned, name)}
        />
      ))}
      <Form.Item
        name="dept_id"
        label={employeeFields.dept_path.label}
        initialValue={employee.dept_id}
        extra={owned.includes('department') ? ownedText : undefined}
      >
        <DepartmentSelect tree={tree} noneText="未分配部门" disabled={owned.includes('department')} />
      </Form.Item>
      <Form.Item
        name="device_limit"
        label={employeeFields.device_limit.label}
        extra={`现有 ${employee.device_count} 台；超出上限的设备不能使用`}
        initialValue={employee.device_limit}
        rules={[{ required: true, message: '请输入设备上限' }, between(0, maxPersonDevices, '台')]}
      >
        <WholeNumber suffix="台" />
      </Form.Item>
      {employee.role === 'employee' && (
        <Form.Item
          name="guest_until"
          label={`${employeeFields.guest_until.label}（选填）`}
          extra="到期自动移除：专线立即失效，收回整日时长；清空则不再是访客"
          initialValue={employee.guest_until}
        >
          <GuestUntil />
        </Form.Item>
      )}
      {touches && <Plan plan={plan} />}
    </DialogForm>
  )
}
