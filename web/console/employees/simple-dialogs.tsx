import { api } from '#web/data/api.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { Plan } from '#web/ui/plan/plan.tsx'
import { usePlan } from '#web/ui/plan/use-plan.ts'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import { AdminCodeField, weighty } from '../admin-code/admin-code-field.tsx'
import type { Employee } from './employee.ts'

export interface EmployeeDialogProps extends ChangeDialogProps {
  people: readonly Employee[]
}

const roleChanges = {
  manager: {
    title: (name: string) => `把 ${name} 设为管理员`,
    text: '管理员可以进入控制台，管理全部员工、部门、时长与设备。',
    role: 'manager',
    done: (name: string) => `${name} 已是管理员`,
  },
  unmanager: {
    title: (name: string) => `取消 ${name} 的管理员身份`,
    text: '之后不能再进入控制台；员工身份、时长与设备不受影响。',
    role: 'employee',
    done: (name: string) => `${name} 不再是管理员`,
  },
  transfer: {
    title: (name: string) => `把企业转让给 ${name}`,
    text: '对方成为企业所有者，您变为管理员。此后只有对方能再次转让，您可以被移除。',
    role: 'owner',
    done: (name: string) => `企业已转让给 ${name}`,
  },
} as const

interface RoleDialogProps extends Omit<EmployeeDialogProps, 'people'> {
  employee: Employee
  change: keyof typeof roleChanges
}

export function RoleDialog({ employee, change, open, close, done }: RoleDialogProps) {
  const { title, text, role, done: success } = roleChanges[change]
  const { employee_id, name, phone } = employee
  return (
    <DialogForm
      title={title(name)}
      subject={employee_id}
      open={open}
      close={close}
      okText={change === 'transfer' ? '转让企业' : '确定'}
      danger={change !== 'manager'}
      call={api.setCompanyUserRole}
      input={({ captcha }: { captcha?: string }) => ({ employee_id, role, ...(captcha && { captcha }) })}
      fieldOf={weighty.fieldOf}
      message={success(name)}
      done={done}
    >
      <p>
        {name}（{phone}）：{text}
      </p>
      {change !== 'manager' && (
        <AdminCodeField of={{ action: 'company', employee_ids: [employee_id] }} only={weighty.only} />
      )}
    </DialogForm>
  )
}

export function StateDialog({
  employee,
  state,
  open,
  close,
  done,
}: Omit<RoleDialogProps, 'change'> & { state: 'active' | 'disabled' }) {
  const { employee_id, name, phone, role, remain_days, device_count } = employee
  const disabling = state === 'disabled'
  const plan = usePlan('setCompanyUser', open ? { employee_id, state } : undefined, 0)
  return (
    <ConfirmDialog
      waiting={plan.loading}
      title={`${disabling ? '停用' : '恢复'} ${name} 的账号`}
      open={open}
      close={close}
      okText={disabling ? '停用账号' : '恢复账号'}
      danger={disabling}
      call={api.setCompanyUser}
      input={{ employee_id, state }}
      message={`已${disabling ? '停用' : '恢复'} ${name}`}
      done={done}
    >
      {disabling ? (
        <ul className="consequences">
          <li>
            {name}（{phone}）在所有地方的登录立即结束；之后登录自己的账号，也不能使用本企业的服务。
          </li>
          <li>名下 {device_count} 台设备不能使用线路。</li>
          {/* A manager has no duty. */}
          {role === 'employee' && <li>如担任财务、设备等角色，随之结束；恢复账号之后须重新指定。</li>}
          <li>剩余 {remain_days} 天时长继续计算；不再需要请先收回，或改用“离职交接”。</li>
        </ul>
      ) : (
        <p>
          {name}（{phone}）可以重新使用本企业的服务；剩余 {remain_days} 天时长，设备按原有授权恢复使用。
        </p>
      )}
      <Plan plan={plan} />
    </ConfirmDialog>
  )
}
