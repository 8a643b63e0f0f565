import { LazyDaysFilter } from '#web/ui/list/lazy-days-filter.tsx'
import { TwoLines } from '#web/ui/two-lines.tsx'
import '../support/support.css'
import { Link } from 'react-router'
import { lowBalanceDays } from '#contract/operations/companies-names.ts'
import type { OperationOutput } from '#contract/operations/index.ts'
import { count, day, fromNow } from '#web/ui/format.ts'
import { date, flag, oneOf, text, uuid } from '#web/ui/list/address.ts'
import type { Column } from '#web/ui/list/columns.ts'
import { DataList } from '#web/ui/list/data-list.tsx'
import { FilterBar, NamedFilter, SearchFilter, SelectFilter } from '#web/ui/list/filters.tsx'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { useListAddress } from '#web/ui/list/use-list-address.ts'
import { StateTag } from '#web/ui/state-tag.tsx'
import { closedCompany, companyStates } from '#web/ui/states.ts'
import { companyPath } from '../paths.ts'
import { useRemembered } from '../use-operation.ts'

type Row = OperationOutput<'getCompanyList'>['list'][number]

const states = ['trial', 'active', 'frozen'] as const
const balances = [{ value: 'low', label: `剩余不足 ${lowBalanceDays} 人天` }] as const
const fields = {
  keyword: text(),
  state: oneOf(states),
  promotion_code: text(6),
  channel_id: uuid,
  verified_from: date,
  verified_to: date,
  balance_low: flag,
}
const none = <span className="quiet">—</span>

const columns: Column<Row>[] = [
  {
    key: 'name',
    title: '企业',
    render: row => (
      <span className="two-lines">
        <Link className="company-name" to={companyPath(row.company_id)} title={row.name}>
          {row.name}
        </Link>
        <span>{row.credit_code}</span>
      </span>
    ),
  },
  {
    key: 'state',
    title: '状态',
    fixed: true,
    render: row => <StateTag state={row.closed ? closedCompany : companyStates[row.state]} />,
  },
  {
    key: 'owner',
    title: '所有者',
    render: row => (row.owner_name ? <TwoLines first={row.owner_name} second={row.owner_phone} /> : none),
  },
  { key: 'people', title: '人数', end: true, render: row => count(row.people) },
  { key: 'balance', title: '剩余人天', end: true, render: row => count(row.balance) },
  { key: 'lines', title: '专线', end: true, render: row => count(row.lines) },
  { key: 'devices', title: '设备', end: true, render: row => count(row.devices) },
  {
    key: 'order',
    title: '最近下单',
    render: row => (row.last_order_at ? fromNow(row.last_order_at) : none),
  },
  {
    key: 'channel',
    title: '渠道',
    render: row => (row.channel_name ? <TwoLines first={row.channel_name} second={row.promotion_code} /> : none),
  },
  { key: 'verified', title: '认证日期', extra: true, render: row => day(row.verified_at) },
  { key: 'created', title: '创建日期', render: row => day(row.created_at) },
]

export function CompaniesPage() {
  const at = useListAddress(fields)
  const { filters } = at
  // An incomplete code is not sent: it is still being typed.
  const promotion_code = filters.promotion_code?.length === 6 ? filters.promotion_code : undefined
  const called = useRemembered('getCompanyList', { ...at.query, promotion_code })
  return (
    <div className="support">
      <ListHead
        title="企业"
        text="全部已认证的企业。打开一家，可以看到客服需要的一切：人员、时长、专线、订单、登录与记录。"
      />
      <FilterBar filtered={at.filtered} clear={at.clear}>
        <SearchFilter label="企业、信用代码、管理员或手机号" {...at.field('keyword')} />
        <NamedFilter label="状态" values={states} names={companyStates} {...at.field('state')} />
        <SearchFilter label="推广码" {...at.field('promotion_code')} />
        <SelectFilter
          label="剩余时长"
          value={filters.balance_low && 'low'}
          options={balances}
          onChange={low => at.filter({ balance_low: low && true })}
        />
        <LazyDaysFilter
          label="认证日期"
          from={filters.verified_from}
          to={filters.verified_to}
          onChange={({ from, to }) => at.filter({ verified_from: from, verified_to: to })}
        />
      </FilterBar>
      <DataList
        name="operations-companies"
        noun="家企业"
        at={at}
        called={called}
        columns={columns}
        idOf={row => row.company_id}
        labelOf={row => row.name}
        empty={{ title: '还没有企业', text: '客户提交的企业认证通过审核后，企业会出现在这里。' }}
      />
    </div>
  )
}
