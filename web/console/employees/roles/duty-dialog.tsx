import { Form, Radio } from 'antd'
import { type Duty, dutyAbout, dutyNames } from '#contract/duty-names.ts'
import type { OutputOf } from '#contract/index.ts'
import { api } from '#web/data/api.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import { EmployeePicker } from '../../pickers/employee-picker.tsx'

interface Values {
  employee_id: string
  duty: Duty
}

interface DutyDialogProps extends ChangeDialogProps {
  /** The person whose role is changed; null chooses somebody. */
  holder: OutputOf<'getDutyList'>['list'][number] | null
}

// The cast is needed because Object.keys forgets which keys they are.
const duties = Object.keys(dutyNames) as Duty[]

export const DutyDialog = ({ holder, ...dialog }: DutyDialogProps) => (
  <DialogForm
    title={holder ? `更换 ${holder.name} 的角色` : '授予角色'}
    okText="保存"
    {...dialog}
    call={api.setDuty}
    input={({ employee_id, duty }: Values) => ({ employee_id: holder?.employee_id ?? employee_id, duty })}
    fieldOf={{
      [-47001]: 'employee_id',
      [-47003]: 'employee_id',
      [-47004]: 'employee_id',
      [-47009]: 'employee_id',
      [-47060]: 'employee_id',
    }}
  >
    {!holder && (
      <Form.Item name="employee_id" label="员工" rules={[{ required: true, message: '请选择员工' }]}>
        <EmployeePicker placeholder="按姓名、手机号或工号查找" filter={{ state: 'active' }} />
      </Form.Item>
    )}
    <Form.Item name="duty" label="角色" initialValue={holder?.duty} rules={[{ required: true, message: '请选择角色' }]}>
      <Radio.Group
        className="duties"
        options={duties.map(value => ({
          value,
          label: (
            <>
              <strong>{dutyNames[value]}</strong> <span className="quiet">{dutyAbout[value]}</span>
            </>
          ),
        }))}
      />
    </Form.Item>
  </DialogForm>
)
