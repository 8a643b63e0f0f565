import { LazyDaysFilter } from '#web/ui/list/lazy-days-filter.tsx'
import { TwoLines } from '#web/ui/two-lines.tsx'
import '../support/support.css'
import { Link } from 'react-router'
import type { OperationOutput } from '#contract/operations/index.ts'
import { accountStates, employeeRoleNames } from '#contract/people.ts'
import { day, fromNow } from '#web/ui/format.ts'
import { date, oneOf, text } from '#web/ui/list/address.ts'
import type { Column } from '#web/ui/list/columns.ts'
import { DataList } from '#web/ui/list/data-list.tsx'
import { FilterBar, NamedFilter, SearchFilter } from '#web/ui/list/filters.tsx'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { useListAddress } from '#web/ui/list/use-list-address.ts'
import { StateTag } from '#web/ui/state-tag.tsx'
import { accountLooks, verificationStates } from '#web/ui/states.ts'
import { accountPath, companyPath } from '../paths.ts'
import { useRemembered } from '../use-operation.ts'

type Row = OperationOutput<'getAccountList'>['list'][number]

const fields = { keyword: text(), state: oneOf(accountStates), from: date, to: date }
const none = <span className="quiet">—</span>

const columns: Column<Row>[] = [
  {
    key: 'name',
    title: '账号',
    render: ({ account_id, name, phone }) => (
      <TwoLines first={<Link to={accountPath(account_id)}>{name}</Link>} second={phone} />
    ),
  },
  { key: 'state', title: '状态', fixed: true, render: ({ state }) => <StateTag state={accountLooks[state]} /> },
  {
    key: 'company',
    title: '企业',
    render: ({ company_id, company_name, role }) =>
      company_id ? (
        <span className="two-lines">
          <Link className="company-name" to={companyPath(company_id)}>
            {company_name}
          </Link>
          <span>{role && employeeRoleNames[role]}</span>
        </span>
      ) : (
        none
      ),
  },
  {
    key: 'verification',
    title: '实名认证',
    render: ({ verification }) => <StateTag state={verificationStates[verification]} />,
  },
  { key: 'login', title: '最近登录', render: ({ last_login_at }) => (last_login_at ? fromNow(last_login_at) : none) },
  {
    key: 'registered',
    title: '注册日期',
    render: ({ registered_at }) => (registered_at ? day(registered_at) : '未注册'),
  },
]

export function AccountsPage() {
  const at = useListAddress(fields)
  const called = useRemembered('getAccountList', at.query)
  return (
    <div className="support">
      <ListHead
        title="账号"
        text="注册或被企业邀请的人。按完整的手机号、姓名查找；按企业名称列出它的所有者与管理员，其余的人在企业详情的“人员”里。"
      />
      <FilterBar filtered={at.filtered} clear={at.clear}>
        <SearchFilter label="完整手机号、姓名或企业（管理员）" {...at.field('keyword')} />
        <NamedFilter label="状态" values={accountStates} names={accountLooks} {...at.field('state')} />
        <LazyDaysFilter label="注册日期" from={at.filters.from} to={at.filters.to} onChange={days => at.filter(days)} />
      </FilterBar>
      <DataList
        name="operations-accounts"
        noun="个账号"
        at={at}
        called={called}
        columns={columns}
        idOf={({ account_id }) => account_id}
        labelOf={({ name }) => name}
        empty={{ title: '还没有账号', text: '有人注册后会出现在这里。' }}
      />
    </div>
  )
}
