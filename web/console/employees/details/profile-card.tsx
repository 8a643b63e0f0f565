import { accessConditions } from '#contract/access-names.ts'
import { employeeRoleNames, hasJoined, verifiedBy } from '#contract/people.ts'
import { employeeFields } from '#contract/records/employee-fields.ts'
import { useMay } from '#web/data/may.ts'
import { useRemembered } from '#web/data/use-call.ts'
import { useStore } from '#web/data/use-store.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { dateTime, day, fromNow } from '#web/ui/format.ts'
import { RowMenu } from '#web/ui/list/row-menu.tsx'
import { StateTag } from '#web/ui/state-tag.tsx'
import { employeeStateLooks } from '#web/ui/states.ts'
import { type ActionKind, allowed, type Employee } from '../employee.ts'
import { GuestBadge } from '../guest-badge.tsx'
import { menuOf } from '../row-actions.ts'
import { ServiceEnd } from '../service-end.tsx'

interface ProfileCardProps {
  employee: Employee
  ask: (kind: ActionKind) => void
}

export function ProfileCard({ employee, ask }: ProfileCardProps) {
  const phone = useStore(state => state.phone)
  const limited = useStore(state => state.dutyDepartments) !== null
  const { data: owners } = useRemembered('getCompanyUserList', { role: 'owner', page_size: 1 })
  const kinds = allowed(employee, { phone, owner: owners?.list[0]?.phone === phone, limited }, useMay())
  const { name, role, state, guest_until } = employee
  const facts = [
    {
      label: employeeFields.phone.label,
      value: (
        <>
          {employee.phone}
          <CopyButton text={employee.phone} label={employeeFields.phone.label} />
        </>
      ),
    },
    { label: employeeFields.dept_path.label, value: employee.dept_path ?? '未分配' },
    { label: employeeFields.job_number.label, value: employee.job_number ?? '未填写' },
    { label: employeeFields.position.label, value: employee.position ?? '未填写' },
    { label: employeeFields.role.label, value: employeeRoleNames[role] },
    {
      label: accessConditions.verification,
      value: verifiedBy[employee.verification] ?? (hasJoined(employee) ? '本人还没有通过实名认证' : '同意加入之后才有'),
    },
    { label: employeeFields.service_ends_at.label, value: <ServiceEnd employee={employee} /> },
    ...(guest_until
      ? [
          {
            label: employeeFields.guest_until.label,
            value: `${dateTime(guest_until)}（${fromNow(guest_until)}），到期自动移除`,
          },
        ]
      : []),
    { label: '剩余时长', value: `${employee.remain_days} 天` },
    { label: '设备', value: `${employee.device_count} 台，上限 ${employee.device_limit} 台` },
    {
      label: employeeFields.last_seen_at.label,
      value: employee.last_seen_at ? fromNow(employee.last_seen_at) : '从未',
    },
    { label: employeeFields.created_at.label, value: day(employee.created_at) },
  ]
  return (
    <section className="sheet" aria-label="资料">
      <div className="details-head">
        <span className="initial" aria-hidden="true">
          {[...name][0]}
        </span>
        <div>
          <h1>{name}</h1>
          <p>
            <StateTag state={employeeStateLooks[state]} />
            {role !== 'employee' && <span className="badge">{employeeRoleNames[role]}</span>}
            {guest_until && <GuestBadge until={guest_until} />}
            {employee.phone === phone && <span className="badge">您自己</span>}
          </p>
        </div>
        <div className="row">
          {kinds.has('invite') && <Button onClick={() => ask('invite')}>再次邀请</Button>}
          {kinds.has('edit') && <Button onClick={() => ask('edit')}>修改资料</Button>}
          {kinds.has('assign') && (
            <Button look="primary" onClick={() => ask('assign')}>
              分配时长
            </Button>
          )}
          <RowMenu
            label={`${name}的更多操作`}
            actions={menuOf(
              new Set([...kinds].filter(kind => kind !== 'edit' && kind !== 'invite' && kind !== 'assign')),
              ask,
            )}
          />
        </div>
      </div>
      <Facts list={facts} />
    </section>
  )
}
