import { Link } from 'react-router'
import type { OperationOutput } from '#contract/operations/index.ts'
import { channelStateNames, channelStates } from '#contract/records/channel-fields.ts'
import { count, dateTime } from '#web/ui/format.ts'
import { oneOf, text } from '#web/ui/list/address.ts'
import type { Column } from '#web/ui/list/columns.ts'
import { DataList } from '#web/ui/list/data-list.tsx'
import { FilterBar, NamedFilter, SearchFilter } from '#web/ui/list/filters.tsx'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { useListAddress } from '#web/ui/list/use-list-address.ts'
import { StateTag } from '#web/ui/state-tag.tsx'
import { channelLooks } from '#web/ui/states.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { ActButton } from '../act.tsx'
import { channelPath } from '../paths.ts'
import { useRemembered } from '../use-operation.ts'
import { ChannelDialog } from './channel-dialog.tsx'

type Listed = OperationOutput<'getChannelList'>['list'][number]

const fields = { keyword: text(), state: oneOf(channelStates) }

const columns: Column<Listed>[] = [
  { key: 'name', title: '合作伙伴', render: row => <Link to={channelPath(row.channel_id)}>{row.name}</Link> },
  { key: 'state', title: '状态', render: row => <StateTag state={channelLooks[row.state]} /> },
  { key: 'contact', title: '联系人', render: row => row.contact_name || '—' },
  { key: 'phone', title: '联系电话', render: row => row.contact_phone || '—' },
  { key: 'commission', title: '佣金比例', end: true, render: row => `${row.commission_percent}%` },
  { key: 'codes', title: '推广码', end: true, render: row => count(row.codes) },
  { key: 'registrations', title: '注册账号', end: true, render: row => count(row.registrations) },
  { key: 'companies', title: '认证企业', end: true, render: row => count(row.companies) },
  { key: 'created', title: '创建时间', extra: true, render: row => dateTime(row.created_at) },
]

export function ChannelsPage() {
  const at = useListAddress(fields)
  const called = useRemembered('getChannelList', at.query)
  const dialog = useDialog<undefined>()
  return (
    <>
      <ListHead title="渠道" text="带来客户的合作伙伴，他们的推广码、结果与结算。">
        <ActButton look="primary" onClick={() => dialog.show(undefined)}>
          添加合作伙伴
        </ActButton>
      </ListHead>
      <FilterBar filtered={at.filtered} clear={at.clear}>
        <SearchFilter label="名称、联系人或推广码" {...at.field('keyword')} />
        <NamedFilter label="状态" values={channelStates} names={channelStateNames} {...at.field('state')} />
      </FilterBar>
      <DataList
        name="operations-channels"
        noun="位合作伙伴"
        at={at}
        called={called}
        columns={columns}
        idOf={row => row.channel_id}
        labelOf={row => row.name}
        empty={{
          title: '还没有合作伙伴',
          text: '添加一位，再为他生成推广码；客户通过推广链接注册后，在这里看到结果。',
          action: <ActButton onClick={() => dialog.show(undefined)}>添加合作伙伴</ActButton>,
        }}
      />
      {dialog.key > 0 && <ChannelDialog key={dialog.key} channel={undefined} {...dialog.props} done={called.reload} />}
    </>
  )
}
