import '#web/ui/list/balance.css'
import { Link } from 'react-router'
import type { OperationOutput } from '#contract/operations/index.ts'
import { dateTime, yuan } from '#web/ui/format.ts'
import { text } from '#web/ui/list/address.ts'
import type { Column } from '#web/ui/list/columns.ts'
import { DataList } from '#web/ui/list/data-list.tsx'
import { FilterBar, SearchFilter } from '#web/ui/list/filters.tsx'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { useListAddress } from '#web/ui/list/use-list-address.ts'
import { balancePath } from '../paths.ts'
import { useRemembered } from '../use-operation.ts'

type Row = OperationOutput<'getCompanyBalanceList'>['list'][number]

const fields = { keyword: text() }
const columns: Column<Row>[] = [
  {
    key: 'company',
    title: '企业',
    render: ({ company_id, company_name }) => <Link to={balancePath(company_id)}>{company_name}</Link>,
  },
  { key: 'amount', title: '余额', end: true, fixed: true, render: ({ amount }) => yuan(amount) },
  { key: 'last', title: '最近变动', fixed: true, render: ({ last_at }) => dateTime(last_at) },
]

/** Lists customers' prepaid balances, which the provider owes them. */
export function BalancesPage() {
  const at = useListAddress(fields)
  const called = useRemembered('getCompanyBalanceList', at.query)
  return (
    <>
      <ListHead title="企业余额" text="客户预存的款项。充值是预收款，不计入收入；用余额支付订单时才计入。" />
      <p className="balance-sum">
        <span>全部企业合计</span>
        <strong>{called.data ? yuan(called.data.sum) : '…'}</strong>
      </p>
      <FilterBar filtered={at.filtered} clear={at.clear}>
        <SearchFilter label="企业" {...at.field('keyword')} />
      </FilterBar>
      <DataList
        name="operations-balances"
        noun="家企业"
        at={at}
        called={called}
        columns={columns}
        idOf={({ company_id }) => company_id}
        labelOf={({ company_name }) => company_name}
        empty={{ title: '还没有企业充值', text: '企业在控制台充值之后，余额与流水都在这里。' }}
      />
    </>
  )
}
