import { Link } from 'react-router'
import type { OperationOutput } from '#contract/operations/index.ts'
import { employeeRoleNames } from '#contract/people.ts'
import { employeeFields } from '#contract/records/employee-fields.ts'
import { fromNow } from '#web/ui/format.ts'
import type { Column } from '#web/ui/list/columns.ts'
import { StateTag } from '#web/ui/state-tag.tsx'
import { employeeStateLooks } from '#web/ui/states.ts'
import { accountPath } from '../paths.ts'
import { ServiceEnd } from './service-end.tsx'
export type Person = OperationOutput<'getCompanyPeople'>['list'][number]

const none = <span className="quiet">—</span>

export const columns: Column<Person>[] = [
  {
    key: 'name',
    title: employeeFields.name.label,
    order: 'name',
    render: ({ account_id, name, role, phone }) => (
      <span className="two-lines">
        <span>
          <Link to={accountPath(account_id)}>{name}</Link>
          {role !== 'employee' && <span className="badge">{employeeRoleNames[role]}</span>}
        </span>
        <span>{phone}</span>
      </span>
    ),
  },
  {
    key: 'state',
    title: employeeFields.state.label,
    fixed: true,
    render: ({ state }) => <StateTag state={employeeStateLooks[state]} />,
  },
  {
    key: 'dept',
    title: employeeFields.dept_path.label,
    render: ({ dept_path }) => dept_path?.split(' / ').at(-1) ?? none,
  },
  {
    key: 'service',
    title: employeeFields.service_ends_at.label,
    order: 'service_end',
    render: ({ service_ends_at }) => <ServiceEnd endsAt={service_ends_at} />,
  },
  { key: 'remain', title: employeeFields.remain_days.label, end: true, render: ({ remain_days }) => remain_days },
  {
    key: 'devices',
    title: '设备',
    end: true,
    render: ({ device_count, device_limit }) => `${device_count} / ${device_limit}`,
  },
  { key: 'sessions', title: '登录', end: true, render: ({ sessions }) => sessions },
  {
    key: 'seen',
    title: employeeFields.last_seen_at.label,
    render: ({ last_seen_at }) => (last_seen_at ? fromNow(last_seen_at) : none),
  },
  { key: 'job', title: employeeFields.job_number.label, extra: true, render: ({ job_number }) => job_number ?? none },
]
