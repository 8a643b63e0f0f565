import type { OperationInput } from '#contract/operations/index.ts'
import { billDifferenceNames, billedGateways } from '#contract/operations/sales-names.ts'
import { gatewayNames } from '#contract/shop.ts'
import { recordOf } from '#contract/typed-keys.ts'
import { yuan } from '#web/ui/format.ts'
import { oneOf } from '#web/ui/list/address.ts'
import { DataList } from '#web/ui/list/data-list.tsx'
import { FilterBar } from '#web/ui/list/filters.tsx'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { useListAddress } from '#web/ui/list/use-list-address.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { useSubmission } from '#web/ui/use-submission.ts'
import { ActButton } from '../act.tsx'
import { api } from '../api.ts'
import { ReasonDialog } from '../reason-dialog.tsx'
import { useOperation } from '../use-operation.ts'
import { type Bill, billColumns, type Difference, differenceColumns } from './bill-columns.tsx'
import { Queues } from './parts.tsx'

const views = ['open', 'handled', 'bills'] as const
const viewNames = { open: '待处理的差异', handled: '已处理的差异', bills: '每天的账单' }
const fields = { view: oneOf(views), gateway: oneOf(billedGateways) }
const gatewayQueues = { all: '全部渠道', ...recordOf(billedGateways, name => gatewayNames[name]) }

type Address = ReturnType<typeof useListAddress<typeof fields>>

/** Compares the payments and refunds in the gateways' daily bills with the records here. */
export function BillsPage() {
  const at = useListAddress(fields)
  const { view = 'open' } = at.filters
  const { view: _, ...query } = at.query
  return (
    <>
      <ListHead
        title="渠道对账"
        text="每天上午读取支付渠道前一天的账单，与本站的收款和退款逐笔核对，精确到分。渠道已收而本站漏记的款项会自动入账。"
      />
      <FilterBar filtered={false} clear={at.clear}>
        <Queues label="内容" value={view} names={viewNames} onChange={next => at.filter({ view: next })} />
        <Queues
          label="支付渠道"
          value={at.filters.gateway ?? 'all'}
          names={gatewayQueues}
          onChange={gateway => at.filter({ gateway: gateway === 'all' ? undefined : gateway })}
        />
      </FilterBar>
      {view === 'bills' ? <Bills at={at} query={query} /> : <Differences at={at} query={{ ...query, state: view }} />}
    </>
  )
}

function Bills({ at, query }: { at: Address; query: OperationInput<'getBillList'> }) {
  const called = useOperation('getBillList', query)
  return (
    <DataList
      name="operations-bills"
      noun="份账单"
      at={{ ...at, filtered: false }}
      called={called}
      columns={billColumns}
      idOf={({ gateway, day }) => `${gateway}:${day}`}
      labelOf={({ gateway, day }) => `${gatewayNames[gateway]} ${day}`}
      actions={bill => <ReadAgain bill={bill} done={called.reload} />}
      empty={{ title: '还没有账单', text: '有了第一笔在线支付之后，第二天上午开始读取。' }}
    />
  )
}

function ReadAgain({ bill: { gateway, day }, done }: { bill: Bill; done: () => void }) {
  const { busy, submit } = useSubmission({ call: api.readBillAgain, done })
  return (
    <ActButton size="small" loading={busy} onClick={() => submit({ gateway, day })}>
      重新读取
    </ActButton>
  )
}

function Differences({ at, query }: { at: Address; query: OperationInput<'getBillDifferenceList'> }) {
  const called = useOperation('getBillDifferenceList', query)
  const dialog = useDialog<Difference>()
  return (
    <>
      <DataList
        name="operations-bill-differences"
        noun="笔差异"
        at={{ ...at, filtered: false }}
        called={called}
        columns={differenceColumns}
        idOf={({ difference_id }) => difference_id}
        labelOf={({ out_refund_no, out_trade_no }) => out_refund_no ?? out_trade_no}
        {...(query.state === 'open' && {
          actions: (row: Difference) => (
            <ActButton size="small" onClick={() => dialog.show(row)}>
              写明去向
            </ActButton>
          ),
        })}
        empty={
          query.state === 'open'
            ? { title: '没有差异', text: '读到的账单与本站的记录一致，或都已写明去向。' }
            : { title: '没有处理过的差异', text: '写明去向之后，差异列在这里。' }
        }
      />
      {dialog.subject && (
        <HandleDialog key={dialog.key} difference={dialog.subject} {...dialog.props} done={called.reload} />
      )}
    </>
  )
}

type HandleProps = { difference: Difference; done: () => void } & ReturnType<typeof useDialog<Difference>>['props']

function HandleDialog({ difference, ...dialog }: HandleProps) {
  const { difference_id, kind, out_trade_no, out_refund_no, billed_amount, own_amount } = difference
  const amount = billed_amount ?? own_amount
  return (
    <ReasonDialog
      title="写明去向"
      subject={difference_id}
      okText="记下"
      label="这笔款项怎样处理了"
      placeholder="例如：恢复之前的订单，已在商户后台退回"
      {...dialog}
      call={api.handleBillDifference}
      outdatedBy={[-53204]}
      input={reason => ({ difference_id, reason })}
    >
      <strong>{out_refund_no ?? out_trade_no}</strong>：{billDifferenceNames[kind]}
      {amount !== null && `，${yuan(amount)}`}。
    </ReasonDialog>
  )
}
