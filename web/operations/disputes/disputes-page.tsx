import { Link } from 'react-router'
import { disputeStates } from '#contract/device-names.ts'
import type { OperationOutput } from '#contract/operations/index.ts'
import { count, dateTime, fromNow } from '#web/ui/format.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { oneOf, text } from '#web/ui/list/address.ts'
import type { Column } from '#web/ui/list/columns.ts'
import { DataList } from '#web/ui/list/data-list.tsx'
import { FilterBar, NamedFilter, SearchFilter } from '#web/ui/list/filters.tsx'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { useListAddress } from '#web/ui/list/use-list-address.ts'
import { StateTag } from '#web/ui/state-tag.tsx'
import { disputeLooks } from '#web/ui/states.ts'
import { TwoLines } from '#web/ui/two-lines.tsx'
import { disputePath } from '../paths.ts'
import { useRemembered } from '../use-operation.ts'

type Row = OperationOutput<'getDisputeList'>['list'][number]

const fields = { state: oneOf(disputeStates), keyword: text() }
const labelOf = (row: Row) => `${row.company_name} ${row.device_name}`

const columns: Column<Row>[] = [
  {
    key: 'device',
    title: '设备',
    render: row => (
      <TwoLines first={<Link to={disputePath(row.dispute_id)}>{row.device_name}</Link>} second={row.company_name} />
    ),
  },
  { key: 'state', title: '状态', render: row => <StateTag state={disputeLooks[row.state]} /> },
  { key: 'holder', title: '登记在', render: row => row.holder_name },
  { key: 'claimant', title: '申请人', render: row => row.claimant_name },
  { key: 'times', title: '上报次数', end: true, render: row => count(row.times) },
  {
    key: 'first',
    title: '首次上报',
    render: row => (
      <>
        {dateTime(row.first_at)} <span className="quiet">{fromNow(row.first_at)}</span>
      </>
    ),
  },
  { key: 'last', title: '最近上报', extra: true, render: row => dateTime(row.last_at) },
  {
    key: 'decided',
    title: '处理',
    render: row =>
      row.decided_at ? (
        <>
          {row.decided_by ?? '自动'} <span className="quiet">{dateTime(row.decided_at)}</span>
        </>
      ) : (
        '—'
      ),
  },
]

export function DisputesPage() {
  const at = useListAddress(fields)
  const called = useRemembered('getDisputeList', at.query)
  return (
    <>
      <ListHead
        title="设备争议"
        text="员工登录客户端时，设备已登记在同事名下，就会出现在这里。企业管理员移除设备后自动失效。"
      />
      <FilterBar filtered={at.filtered} clear={at.clear}>
        <SearchFilter label="企业、设备或员工姓名" {...at.field('keyword')} />
        <NamedFilter label="状态" values={disputeStates} names={disputeLooks} {...at.field('state')} />
      </FilterBar>
      <DataList
        name="operations-disputes"
        noun="项争议"
        at={at}
        called={called}
        columns={columns}
        idOf={row => row.dispute_id}
        labelOf={labelOf}
        actions={row => (
          <LinkButton
            size="small"
            look={row.state === 'open' ? 'primary' : 'default'}
            to={disputePath(row.dispute_id)}
            aria-label={`${row.state === 'open' ? '处理' : '查看'} ${labelOf(row)}`}
          >
            {row.state === 'open' ? '处理' : '查看'}
          </LinkButton>
        )}
        empty={{ title: '没有设备争议', text: '员工的客户端上报了同事名下的设备时，会出现在这里。' }}
      />
    </>
  )
}
