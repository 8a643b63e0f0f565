import { auditStateNames, authStateNames, platformNames } from '#contract/device-names.ts'
import type { OperationOutput } from '#contract/operations/index.ts'
import { dateTime, fromNow } from '#web/ui/format.ts'
import { oneOf, text } from '#web/ui/list/address.ts'
import type { Column } from '#web/ui/list/columns.ts'
import { DataList } from '#web/ui/list/data-list.tsx'
import { FilterBar, NamedFilter, SearchFilter } from '#web/ui/list/filters.tsx'
import { useListAddress } from '#web/ui/list/use-list-address.ts'
import { StateTag } from '#web/ui/state-tag.tsx'
import { auditLooks, authorizationLooks } from '#web/ui/states.ts'
import { TwoLines } from '#web/ui/two-lines.tsx'
import { useRemembered } from '../use-operation.ts'
import type { CompanyTabProps } from './company.ts'

type Device = OperationOutput<'getCompanyDevices'>['list'][number]

const auditStates = ['pending', 'approved', 'rejected'] as const
const authStates = ['authorized', 'suspended'] as const
const fields = { keyword: text(), audit_state: oneOf(auditStates), auth_state: oneOf(authStates) }

const columns: Column<Device>[] = [
  {
    key: 'name',
    title: '设备',
    render: ({ name, platform, os_version }) => (
      <TwoLines first={name} second={`${platformNames[platform]} · ${os_version}`} />
    ),
  },
  { key: 'employee', title: '员工', fixed: true, render: ({ employee_name }) => employee_name },
  {
    key: 'audit',
    title: '审核',
    fixed: true,
    render: ({ audit_state, audit_note }) => (
      <TwoLines first={<StateTag state={auditLooks[audit_state]} />} second={audit_note} />
    ),
  },
  { key: 'auth', title: '授权', render: ({ auth_state }) => <StateTag state={authorizationLooks[auth_state]} /> },
  {
    key: 'version',
    title: '客户端',
    render: ({ client_version, outdated }) => `${client_version}${outdated ? '（旧版本）' : ''}`,
  },
  {
    key: 'seen',
    title: '最后在线',
    render: ({ online, last_seen_at }) =>
      online ? '在线' : last_seen_at ? fromNow(last_seen_at) : <span className="quiet">从未</span>,
  },
  { key: 'ip', title: '地址', render: ({ last_ip }) => last_ip ?? <span className="quiet">—</span> },
  { key: 'created', title: '登记时间', extra: true, render: ({ created_at }) => dateTime(created_at) },
]

export function DevicesTab({ company }: CompanyTabProps) {
  const at = useListAddress(fields)
  const called = useRemembered('getCompanyDevices', { company_id: company.info.company_id, ...at.query })
  return (
    <>
      <FilterBar filtered={at.filtered} clear={at.clear}>
        <SearchFilter label="设备、地址或员工" {...at.field('keyword')} />
        <NamedFilter label="审核" values={auditStates} names={auditStateNames} {...at.field('audit_state')} />
        <NamedFilter label="授权" values={authStates} names={authStateNames} {...at.field('auth_state')} />
      </FilterBar>
      <DataList
        name="operations-company-devices"
        noun="台设备"
        at={at}
        called={called}
        columns={columns}
        idOf={({ device_id }) => device_id}
        labelOf={({ name }) => name}
        empty={{ title: '还没有设备', text: '员工在客户端登录后，设备会出现在这里。' }}
      />
    </>
  )
}
