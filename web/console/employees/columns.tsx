import { Link } from 'react-router'
import { accessConditions } from '#contract/access-names.ts'
import { employeePath } from '#contract/paths.ts'
import { employeeRoleNames, verifiedBy } from '#contract/people.ts'
import { employeeFields } from '#contract/records/employee-fields.ts'
import { day, fromNow } from '#web/ui/format.ts'
import type { Column } from '#web/ui/list/columns.ts'
import { StateTag } from '#web/ui/state-tag.tsx'
import { employeeStateLooks } from '#web/ui/states.ts'
import type { Employee } from './employee.ts'
import { GuestBadge } from './guest-badge.tsx'
import { ServiceEnd } from './service-end.tsx'

const none = <span className="quiet">—</span>

export const columns: Column<Employee>[] = [
  {
    key: 'name',
    title: '员工',
    order: 'name',
    render: ({ employee_id, name, role, phone, guest_until }) => (
      <span className="two-lines">
        <span>
          <Link to={employeePath(employee_id)}>{name}</Link>
          {role !== 'employee' && <span className="badge">{employeeRoleNames[role]}</span>}
          {guest_until && <GuestBadge until={guest_until} />}
        </span>
        <span>{phone}</span>
      </span>
    ),
  },
  {
    key: 'job_number',
    title: employeeFields.job_number.label,
    extra: true,
    render: ({ job_number }) => job_number ?? none,
  },
  { key: 'position', title: employeeFields.position.label, extra: true, render: ({ position }) => position ?? none },
  {
    key: 'dept',
    title: employeeFields.dept_path.label,
    render: ({ dept_path }) =>
      dept_path ? (
        <span className="cell-text" title={dept_path}>
          {dept_path.split(' / ').at(-1)}
        </span>
      ) : (
        <span className="quiet">未分配</span>
      ),
  },
  {
    key: 'state',
    title: employeeFields.state.label,
    render: ({ state }) => <StateTag state={employeeStateLooks[state]} />,
  },
  {
    key: 'verification',
    title: accessConditions.verification,
    extra: true,
    render: employee => verifiedBy[employee.verification] ?? none,
  },
  {
    key: 'service',
    title: employeeFields.service_ends_at.label,
    order: 'service_end',
    render: employee => <ServiceEnd employee={employee} />,
  },
  { key: 'remain', title: employeeFields.remain_days.label, end: true, render: ({ remain_days }) => remain_days },
  {
    key: 'devices',
    title: '设备',
    end: true,
    render: ({ device_count, device_limit }) => `${device_count} / ${device_limit}`,
  },
  {
    key: 'seen',
    title: employeeFields.last_seen_at.label,
    render: ({ last_seen_at }) => (last_seen_at ? fromNow(last_seen_at) : none),
  },
  { key: 'created', title: employeeFields.created_at.label, extra: true, render: ({ created_at }) => day(created_at) },
]
