import { Link } from 'react-router'
import { platformNames } from '#contract/device-names.ts'
import type { OperationOutput } from '#contract/operations/index.ts'
import { fromNow } from '#web/ui/format.ts'
import { oneOf } from '#web/ui/list/address.ts'
import type { Column } from '#web/ui/list/columns.ts'
import { DataList } from '#web/ui/list/data-list.tsx'
import { FilterBar, NamedFilter } from '#web/ui/list/filters.tsx'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { useListAddress } from '#web/ui/list/use-list-address.ts'
import { companyColumn } from '../company-link.tsx'
import { accountPath } from '../paths.ts'
import { useRemembered } from '../use-operation.ts'

type Row = OperationOutput<'getOnlineDevices'>['list'][number]

const platforms = ['windows', 'mac', 'android', 'ios'] as const
const fields = { platform: oneOf(platforms) }

const columns: Column<Row>[] = [
  { key: 'name', title: '设备', render: row => row.name },
  companyColumn,
  {
    key: 'employee',
    title: '使用人',
    render: row => <Link to={accountPath(row.account_id)}>{row.employee_name}</Link>,
  },
  { key: 'platform', title: '系统', render: row => platformNames[row.platform] },
  { key: 'version', title: '客户端', render: row => row.client_version },
  { key: 'ip', title: '地址', render: row => <code>{row.last_ip ?? '—'}</code> },
  { key: 'seen', title: '最近上报', render: row => fromNow(row.last_seen_at) },
]

export function OnlinePage() {
  const at = useListAddress(fields)
  const called = useRemembered('getOnlineDevices', at.query)
  return (
    <>
      <ListHead title="在线设备" text="全部企业中最近 3 分钟内有上报的设备；离线的设备在各企业的详情里。" />
      <FilterBar filtered={at.filtered} clear={at.clear}>
        <NamedFilter label="系统" values={platforms} names={platformNames} {...at.field('platform')} />
      </FilterBar>
      <DataList
        name="operations-online"
        noun="台设备"
        at={at}
        called={called}
        columns={columns}
        idOf={row => row.device_id}
        labelOf={row => row.name}
        empty={{ title: '现在没有在线的设备', text: '客户端登录后每隔一段时间上报一次，会出现在这里。' }}
      />
    </>
  )
}
