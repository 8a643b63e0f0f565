import { Form, Radio } from 'antd'
import { aboutDuty, type Duty, dutyNames, dutyScopes, wholeCompany } from '#contract/duty-names.ts'
import type { OutputOf } from '#contract/index.ts'
import { keysOf } from '#contract/typed-keys.ts'
import { api } from '#web/data/api.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import { DepartmentsField, isAllDeleted } from '../../departments/departments-field.tsx'
import { EmployeePicker } from '../../pickers/employee-picker.tsx'

interface Values {
  employee_id: string
  duty: Duty
  dept_ids?: string[]
}

interface DutyDialogProps extends ChangeDialogProps {
  /** The person whose role is changed; null to choose one. */
  holder: OutputOf<'getDutyList'>['list'][number] | null
}

const duties = keysOf(dutyNames)

export const DutyDialog = ({ holder, ...dialog }: DutyDialogProps) => (
  <DialogForm
    title={holder ? `更换 ${holder.name} 的角色` : '授予角色'}
    subject={holder?.employee_id}
    okText="保存"
    {...dialog}
    call={api.setDuty}
    record={holder}
    input={({ employee_id, duty, dept_ids }: Values, record) => ({
      employee_id: record?.employee_id ?? employee_id,
      duty,
      // The head of a department without departments is refused at the field.
      dept_ids: dept_ids?.length || dutyScopes[duty] === 'departments' ? (dept_ids ?? []) : null,
      ...(record && { seen: { duty: record.duty, dept_ids: record.dept_ids } }),
    })}
    fieldOf={{
      [-46001]: 'dept_ids',
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
              <strong>{dutyNames[value]}</strong> <span className="quiet">{aboutDuty(value, false)}</span>
            </>
          ),
        }))}
      />
    </Form.Item>
    <Form.Item noStyle dependencies={['duty']}>
      {({ getFieldValue }) => <Departments duty={getFieldValue('duty')} initial={holder?.dept_ids ?? undefined} />}
    </Form.Item>
  </DialogForm>
)

/** The departments of a duty, or the reason why it has none. */
function Departments({ duty, initial }: { duty: Duty | undefined; initial: string[] | undefined }) {
  const scope = duty && dutyScopes[duty]
  if (!scope) return null
  if (scope === 'company') return <p className="quiet">{wholeCompany}。</p>
  return (
    <Form.Item
      name="dept_ids"
      label={scope === 'either' ? '所限部门（含下级，选填）' : '所限部门（含下级）'}
      initialValue={initial}
      rules={scope === 'departments' || isAllDeleted(initial) ? [{ required: true, message: '请选择部门' }] : []}
      extra={
        scope === 'departments'
          ? '只看到与管理这些部门里的员工、时长与设备；其中的管理员不能改动。分配的时长来自企业余额。'
          : `不选即全企业。选了部门，就只能${aboutDuty(duty, true)}；订单、专线等不属于部门的都看不到。`
      }
    >
      <DepartmentsField placeholder={scope === 'either' ? '全企业' : '选择部门'} />
    </Form.Item>
  )
}
