import { TwoLines } from '#web/ui/two-lines.tsx'
import './lines.css'
import { Link } from 'react-router'
import { lineStateNames, lineStates } from '#contract/line-names.ts'
import type { OperationOutput } from '#contract/operations/index.ts'
import { networkRows } from '#contract/operations/network-names.ts'
import { CopiedAddress } from '#web/ui/copied-address.tsx'
import { dateTime, fromNow, placeName } from '#web/ui/format.ts'
import { oneOf, text, uuid } from '#web/ui/list/address.ts'
import type { Column } from '#web/ui/list/columns.ts'
import { DataList } from '#web/ui/list/data-list.tsx'
import { FilterBar, NamedFilter, SearchFilter, SelectFilter } from '#web/ui/list/filters.tsx'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { useListAddress } from '#web/ui/list/use-list-address.ts'
import { StateTag } from '#web/ui/state-tag.tsx'
import { lineLooks } from '#web/ui/states.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { ActMenu } from '../act.tsx'
import { CompanyLink } from '../company-link.tsx'
import { usePlaces } from '../network/use-places.ts'
import { operatedLinePath } from '../paths.ts'
import { useRemembered } from '../use-operation.ts'
import { LineDialogs, type LineQuestion, lineActionsOf } from './line-dialogs.tsx'

type ListedLine = OperationOutput<'getOperatedLines'>['list'][number]

const fields = {
  state: oneOf(lineStates),
  region_id: uuid,
  access_way_id: uuid,
  company_id: uuid,
  keyword: text(80),
}

const columns: Column<ListedLine>[] = [
  {
    key: 'name',
    title: '专线',
    render: row => <TwoLines first={<Link to={operatedLinePath(row)}>{row.name}</Link>} second={placeName(row)} />,
  },
  { key: 'company', title: '企业', render: row => <CompanyLink id={row.company_id} name={row.company} /> },
  {
    key: 'state',
    title: '状态',
    render: row =>
      row.suspend_reason ? (
        <span className="two-lines">
          <StateTag state={lineLooks[row.state]} />
          <span className="line-reason">{row.suspend_reason}</span>
        </span>
      ) : (
        <StateTag state={lineLooks[row.state]} />
      ),
  },
  { key: 'address', title: '地址', render: row => (row.address ? <CopiedAddress address={row.address} /> : '未绑定') },
  {
    key: 'way',
    title: '接入方式',
    render: row => (row.bandwidth ? `${row.access_way} · ${row.bandwidth} Mbps` : row.access_way),
  },
  {
    key: 'ends',
    title: '到期时间',
    render: row => <TwoLines first={dateTime(row.ends_at)} second={fromNow(row.ends_at)} />,
  },
  { key: 'starts', title: '开通时间', extra: true, render: row => dateTime(row.starts_at) },
]

export function LinesPage() {
  const at = useListAddress(fields)
  const called = useRemembered('getOperatedLines', at.query)
  const { regions, ways, found } = usePlaces()
  const requested = useDialog<LineQuestion>()
  return (
    <>
      <ListHead title="专线" text="各企业的专线，最新的在前；已释放的用状态筛选查看。" />
      <FilterBar filtered={at.filtered} clear={at.clear}>
        <SearchFilter label="名称、地址或企业" {...at.field('keyword')} />
        <NamedFilter label="状态" values={lineStates} names={lineStateNames} {...at.field('state')} />
        <SelectFilter label="地区" found={found} options={regions} {...at.field('region_id')} />
        <SelectFilter label="接入方式" found={found} options={ways} {...at.field('access_way_id')} />
      </FilterBar>
      <DataList
        name="operations-lines"
        noun="条专线"
        at={at}
        called={called}
        maxRows={networkRows}
        columns={columns}
        idOf={row => row.line_id}
        labelOf={row => `${row.company} ${row.name}`}
        actions={row => {
          const actions = lineActionsOf(row, requested.show)
          return actions.length > 0 && <ActMenu label={`${row.company} ${row.name}的操作`} actions={actions} />
        }}
        empty={{ title: '还没有专线', text: '企业购买专线并付款之后，会出现在这里。' }}
      />
      <LineDialogs dialog={requested} done={called.reload} />
    </>
  )
}
