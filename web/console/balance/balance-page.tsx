import { PlusOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { balanceKindNames, balanceKinds } from '#contract/balance-names.ts'
import { orderPath, paths } from '#contract/paths.ts'
import { api } from '#web/data/api.ts'
import { useRemembered } from '#web/data/use-call.ts'
import { Button } from '#web/ui/button.tsx'
import { day, yuan } from '#web/ui/format.ts'
import { idlePart } from '#web/ui/lazy-part.tsx'
import { date, oneOf } from '#web/ui/list/address.ts'
import { balanceColumns } from '#web/ui/list/balance-columns.tsx'
import { DataList } from '#web/ui/list/data-list.tsx'
import { ExportButton } from '#web/ui/list/export-button.tsx'
import { FilterBar, NamedFilter } from '#web/ui/list/filters.tsx'
import { LazyDaysFilter } from '#web/ui/list/lazy-days-filter.tsx'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { useListAddress } from '#web/ui/list/use-list-address.ts'
import { May } from '#web/ui/may.tsx'
import { PageTabs } from '#web/ui/page-tabs.tsx'
import { RetryNote } from '#web/ui/retry-note.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { TicketLink } from '../tickets/ticket-link.tsx'
import { Statements } from './statements.tsx'

const TopUpDialog = idlePart(async () => (await import('./top-up-dialog.tsx')).TopUpDialog)

const fields = { kind: oneOf(balanceKinds), from: date, to: date }
const columns = balanceColumns(({ order_id }, number) =>
  order_id ? <Link to={orderPath(order_id)}>{number}</Link> : number,
)

const tabs = [
  { tab: null, name: '流水' },
  { tab: 'statements', name: '月度对账单' },
]

/** Shows the company's prepaid balance, and every entry that changed it. */
export function BalancePage() {
  const [search] = useSearchParams()
  const shown = search.get('tab') === 'statements' ? 'statements' : null
  const balance = useRemembered('getBalance', {})
  const topUp = useDialog<true>()
  const open = (
    <May call="topUpBalance">
      <Button look="primary" icon={<PlusOutlined />} onClick={() => topUp.show(true)}>
        充值
      </Button>
    </May>
  )
  return (
    <>
      <ListHead title="余额" text="可以支付订单；开启自动续费的专线到期前从余额扣款，余额不足时会提醒您。">
        <TicketLink month={day(Date.now()).slice(0, 7)} subject="余额的疑问" />
        {open}
      </ListHead>
      <p className="balance-sum">
        <span>可用余额</span>
        {balance.data || !balance.refused ? (
          <strong>{balance.data ? yuan(balance.data.amount) : '…'}</strong>
        ) : (
          <span role="alert">
            <RetryNote refused={balance.refused} reload={balance.reload} />
          </span>
        )}
      </p>
      <PageTabs label="余额" path={paths.balance} tabs={tabs} active={shown} />
      {shown === 'statements' ? <Statements /> : <Ledger open={open} />}
      {topUp.subject && <TopUpDialog key={topUp.key} {...topUp.props} />}
    </>
  )
}

function Ledger({ open }: { open: ReactNode }) {
  const at = useListAddress(fields)
  const called = useRemembered('getBalanceLedger', at.query)
  const { from, to } = at.filters
  return (
    <>
      <FilterBar filtered={at.filtered} clear={at.clear}>
        <NamedFilter label="类型" values={balanceKinds} names={balanceKindNames} {...at.field('kind')} />
        <LazyDaysFilter label="日期" from={from} to={to} onChange={next => at.filter(next)} />
      </FilterBar>
      <DataList
        name="balance"
        noun="条流水"
        called={called}
        at={at}
        columns={columns}
        idOf={({ entry_id }) => entry_id}
        labelOf={({ kind: of, amount }) => `${balanceKindNames[of]} ${yuan(amount)}`}
        tools={
          <May call="exportBalanceLedger">
            <ExportButton load={() => api.exportBalanceLedger(at.filters)} disabled={!called.data?.total} />
          </May>
        }
        empty={{ title: '还没有流水', text: '充值后可以直接用余额支付订单，自动续费也从这里扣款。', action: open }}
      />
    </>
  )
}
