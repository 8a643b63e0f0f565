import { troubleFilters, troubleNames } from '#contract/operations/sales-names.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { oneOf } from '#web/ui/list/address.ts'
import { DataList } from '#web/ui/list/data-list.tsx'
import { FilterBar } from '#web/ui/list/filters.tsx'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { useListAddress } from '#web/ui/list/use-list-address.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { ActButton } from '../act.tsx'
import { reloadingQueues } from '../operator-self.ts'
import { operationsPaths } from '../paths.ts'
import { useRemembered } from '../use-operation.ts'
import { columns } from './money-columns.tsx'
import type { Trouble } from './money-dialog.tsx'
import { MoneyDialog, type MoneyQuestion } from './money-dialog.tsx'
import { Queues } from './parts.tsx'

const fields = { kind: oneOf(troubleFilters) }
const queueNames = { all: '全部', waiting: '金额不符，待处理', ...troubleNames }

export function MoneyPage() {
  const at = useListAddress(fields)
  const called = useRemembered('getTroubleList', at.query)
  const dialog = useDialog<MoneyQuestion>()
  return (
    <>
      <ListHead
        title="异常款项"
        text="到账金额与应付不符、多收而待退回、支付渠道退款失败的款项，最早的在前；每一笔都须退回或说明去向。"
      />
      <FilterBar filtered={false} clear={at.clear}>
        <Queues
          label="情形"
          value={at.filters.kind ?? 'all'}
          names={queueNames}
          onChange={kind => at.filter({ kind: kind === 'all' ? undefined : kind })}
        />
      </FilterBar>
      <DataList
        name="operations-money"
        noun="笔款项"
        at={{ ...at, filtered: false }}
        called={called}
        columns={columns}
        idOf={row => `${row.kind}:${row.out_refund_no ?? row.out_trade_no}`}
        labelOf={row => `${row.company_name} ${row.out_trade_no}`}
        actions={row => <Actions row={row} ask={dialog.show} />}
        empty={{ title: '没有异常款项', text: '每一笔到账的款项都已入账或退回。' }}
      />
      {dialog.subject && (
        <MoneyDialog
          key={dialog.key}
          question={dialog.subject}
          {...dialog.props}
          done={reloadingQueues(called.reload)}
        />
      )}
    </>
  )
}

function Actions({ row, ask }: { row: Trouble; ask: (question: MoneyQuestion) => void }) {
  const unreturned = row.kind === 'mismatch' && !row.out_refund_no
  if (row.approval)
    return (
      <LinkButton
        size="small"
        to={`${operationsPaths.approvals}?state=waiting&kind=${unreturned ? 'write_off' : 'refund'}`}
      >
        查看申请
      </LinkButton>
    )
  if (unreturned)
    return (
      <span className="row-actions">
        {row.amount !== null && (
          <ActButton size="small" look="primary" onClick={() => ask({ action: 'return', trouble: row })}>
            退回款项
          </ActButton>
        )}
        <ActButton size="small" onClick={() => ask({ action: 'settle', trouble: row })}>
          已处理
        </ActButton>
      </span>
    )
  return (
    <LinkButton
      size="small"
      to={`${operationsPaths.refunds}?${new URLSearchParams({ state: 'all', keyword: row.order_number })}`}
    >
      {row.kind === 'failed' ? '重试或登记' : '处理退款'}
    </LinkButton>
  )
}
