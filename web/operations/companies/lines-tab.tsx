import { Link } from 'react-router'
import { lineStateNames, lineStates, listedLines } from '#contract/line-names.ts'
import type { OperationOutput } from '#contract/operations/index.ts'
import { dateTime, fromNow, placeName } from '#web/ui/format.ts'
import { oneOf, text } from '#web/ui/list/address.ts'
import type { Column } from '#web/ui/list/columns.ts'
import { DataList } from '#web/ui/list/data-list.tsx'
import { FilterBar, NamedFilter, SearchFilter } from '#web/ui/list/filters.tsx'
import { useListAddress } from '#web/ui/list/use-list-address.ts'
import { StateTag } from '#web/ui/state-tag.tsx'
import { lineLooks } from '#web/ui/states.ts'
import { TwoLines } from '#web/ui/two-lines.tsx'
import { operatedLinePath } from '../paths.ts'
import { useRemembered } from '../use-operation.ts'
import type { CompanyTabProps } from './company.ts'

type Line = OperationOutput<'getCompanyLines'>['list'][number]

const fields = { keyword: text(), state: oneOf(lineStates) }
const none = <span className="quiet">—</span>

const columnsOf = (companyId: string): Column<Line>[] => [
  {
    key: 'name',
    title: '专线',
    render: ({ name, svp_id }) => <Link to={operatedLinePath({ company_id: companyId, line_id: svp_id })}>{name}</Link>,
  },
  {
    key: 'state',
    title: '状态',
    fixed: true,
    render: ({ state, suspend_reason }) => (
      <TwoLines first={<StateTag state={lineLooks[state]} />} second={suspend_reason} />
    ),
  },
  { key: 'place', title: '地区', render: placeName },
  {
    key: 'way',
    title: '接入方式',
    render: ({ access_way, bandwidth }) => `${access_way}${bandwidth ? ` · ${bandwidth} Mbps` : ''}`,
  },
  { key: 'address', title: '地址', render: ({ address }) => address ?? <span className="quiet">未绑定</span> },
  {
    key: 'ends',
    title: '到期',
    order: 'ends',
    render: ({ ends_at }) => <TwoLines first={dateTime(ends_at)} second={fromNow(ends_at)} />,
  },
  {
    key: 'groups',
    title: '专线组',
    render: ({ groups }) =>
      groups.map(({ name }) => name).join('、') || <span className="quiet">未分组，无人可用</span>,
  },
  { key: 'auto', title: '自动续费', extra: true, render: ({ auto_renew }) => (auto_renew ? '已开启' : '未开启') },
  { key: 'remark', title: '备注', extra: true, render: ({ remark }) => remark || none },
  { key: 'starts', title: '开通时间', extra: true, render: ({ starts_at }) => dateTime(starts_at) },
]

export function LinesTab({ company }: CompanyTabProps) {
  const at = useListAddress(fields)
  const called = useRemembered('getCompanyLines', {
    company_id: company.info.company_id,
    ...at.query,
    order: at.order === 'ends' ? 'ends' : 'created',
  })
  return (
    <>
      <FilterBar filtered={at.filtered} clear={at.clear}>
        <SearchFilter label="名称、备注或地址" {...at.field('keyword')} />
        <NamedFilter label="状态" values={lineStates} names={lineStateNames} {...at.field('state')} />
      </FilterBar>
      <DataList
        name="operations-company-lines"
        noun="条专线"
        at={at}
        called={called}
        maxRows={listedLines}
        columns={columnsOf(company.info.company_id)}
        idOf={({ svp_id }) => svp_id}
        labelOf={({ name }) => name}
        empty={{ title: '还没有专线', text: '企业购买的专线会出现在这里。' }}
      />
    </>
  )
}
