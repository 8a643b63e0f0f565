import '#web/ui/list/balance.css'
import { useParams } from 'react-router'
import { balanceKindNames, balanceKinds } from '#contract/balance-names.ts'
import { yuan } from '#web/ui/format.ts'
import { date, oneOf } from '#web/ui/list/address.ts'
import { balanceColumns } from '#web/ui/list/balance-columns.tsx'
import { DataList } from '#web/ui/list/data-list.tsx'
import { FilterBar, NamedFilter } from '#web/ui/list/filters.tsx'
import { LazyDaysFilter } from '#web/ui/list/lazy-days-filter.tsx'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { useListAddress } from '#web/ui/list/use-list-address.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { ActButton } from '../act.tsx'
import { CompanyLink } from '../company-link.tsx'
import { OrderLink } from '../sales/parts.tsx'
import { useRemembered } from '../use-operation.ts'
import { CorrectBalanceDialog } from './correct-balance-dialog.tsx'

const fields = { kind: oneOf(balanceKinds), from: date, to: date }
const columns = balanceColumns((_entry, number) => <OrderLink number={number} />)

/** One company's balance with its ledger, in which corrections require a second operator. */
export function BalancePage() {
  const { id = '' } = useParams()
  const at = useListAddress(fields)
  const called = useRemembered('getCompanyBalance', { company_id: id, ...at.query })
  const correction = useDialog<true>()
  const { from, to } = at.filters
  const { data, reload } = called
  return (
    <>
      <ListHead title="企业余额" text={data && <CompanyLink id={id} name={data.company_name} />}>
        <ActButton disabled={!data} onClick={() => correction.show(true)}>
          更正余额
        </ActButton>
      </ListHead>
      <p className="balance-sum">
        <span>余额</span>
        <strong>{data ? yuan(data.amount) : '…'}</strong>
      </p>
      <FilterBar filtered={at.filtered} clear={at.clear}>
        <NamedFilter label="类型" values={balanceKinds} names={balanceKindNames} {...at.field('kind')} />
        <LazyDaysFilter label="日期" from={from} to={to} onChange={next => at.filter(next)} />
      </FilterBar>
      <DataList
        name="operations-balance"
        noun="条流水"
        at={at}
        called={called}
        columns={columns}
        idOf={({ entry_id }) => entry_id}
        labelOf={({ kind: of, amount }) => `${balanceKindNames[of]} ${yuan(amount)}`}
        empty={{ title: '还没有流水', text: '充值、支付、退款与更正都会记在这里，只增不改。' }}
      />
      {correction.subject && data && (
        <CorrectBalanceDialog
          key={correction.key}
          company={{ company_id: id, name: data.company_name, amount: data.amount }}
          {...correction.props}
          done={reload}
        />
      )}
    </>
  )
}
