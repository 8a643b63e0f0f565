import { priceChangeStates } from '#contract/operations/catalogue-names.ts'
import type { OperationOutput } from '#contract/operations/index.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { dateTime, fromNow, yuan } from '#web/ui/format.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { oneOf } from '#web/ui/list/address.ts'
import type { Column } from '#web/ui/list/columns.ts'
import { DataList } from '#web/ui/list/data-list.tsx'
import { FilterBar, NamedFilter } from '#web/ui/list/filters.tsx'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { useListAddress } from '#web/ui/list/use-list-address.ts'
import { useSelection } from '#web/ui/list/use-selection.ts'
import { StateTag } from '#web/ui/state-tag.tsx'
import { priceChangeLooks } from '#web/ui/states.ts'
import { type ChangeDialogProps, useDialog } from '#web/ui/use-dialog.ts'
import { ActButton, useActSelection } from '../act.tsx'
import { api } from '../api.ts'
import { operationsPaths } from '../paths.ts'
import { useRemembered } from '../use-operation.ts'

type ListedChange = OperationOutput<'getPriceChangeList'>['list'][number]

const fields = { state: oneOf(priceChangeStates) }
const idOf = (row: ListedChange) => row.price_change_id
const shown = (row: ListedChange, value: number) => (row.sku_id ? yuan(value) : `优惠 ${value}%`)
const moved = (row: ListedChange) =>
  row.old_value === row.new_value
    ? `${shown(row, row.new_value)}${row.publishes ? ' 上架' : ''}`
    : `${shown(row, row.old_value)} → ${shown(row, row.new_value)}${row.publishes ? ' 上架' : ''}`

const columns: Column<ListedChange>[] = [
  {
    key: 'name',
    title: '规格或套餐',
    render: row => (
      <span className="two-lines">
        <span>{row.name}</span>
        {row.name !== row.goods_name && row.sku_id && <span className="quiet">{row.goods_name}</span>}
      </span>
    ),
  },
  { key: 'change', title: '价格', fixed: true, render: row => <b>{moved(row)}</b> },
  {
    key: 'list',
    title: '划线价',
    extra: true,
    render: row =>
      row.new_list_price === null
        ? '—'
        : row.new_list_price === row.old_list_price
          ? yuan(row.new_list_price)
          : `${yuan(row.old_list_price ?? 0)} → ${yuan(row.new_list_price)}`,
  },
  { key: 'state', title: '状态', render: row => <StateTag state={priceChangeLooks[row.state]} /> },
  {
    key: 'from',
    title: '生效时间',
    render: row => (
      <>
        {dateTime(row.holds_from)}
        {row.state === 'scheduled' && <span className="quiet"> {fromNow(row.holds_from)}</span>}
      </>
    ),
  },
  { key: 'requested', title: '申请', render: row => row.requested_by },
  {
    key: 'confirmed',
    title: '确认',
    render: row => (
      <>
        {row.confirmed_by} <span className="quiet">{dateTime(row.confirmed_at)}</span>
      </>
    ),
  },
  {
    key: 'ended',
    title: '说明',
    render: ({ state, cancelled_by, ended_at }) =>
      state === 'cancelled' && ended_at
        ? `${cancelled_by} 于 ${dateTime(ended_at)} 取消`
        : state === 'missed'
          ? '到时原价格已变化，没有执行'
          : '—',
  },
]

/** Past prices, the operators who changed them, and the changes to come. */
export function PricesPage() {
  const at = useListAddress(fields)
  const called = useRemembered('getPriceChangeList', at.query)
  const selection = useSelection(idOf, JSON.stringify(at.filters), called.data?.list, at)
  const acted = useActSelection(selection)
  const cancelling = useDialog<readonly ListedChange[]>()
  const scheduled = selection.rows.filter(({ state }) => state === 'scheduled')
  return (
    <>
      <ListHead title="调价记录" text="确认过的价格与折扣变化，以及还未到时的定时调价。">
        <LinkButton to={operationsPaths.catalogue}>商品</LinkButton>
      </ListHead>
      <FilterBar filtered={at.filtered} clear={at.clear}>
        <NamedFilter label="状态" values={priceChangeStates} names={priceChangeLooks} {...at.field('state')} />
      </FilterBar>
      <DataList
        name="operations-prices"
        noun="项调价"
        at={at}
        called={called}
        columns={columns}
        idOf={idOf}
        labelOf={row => `${row.name} ${moved(row)}`}
        selection={acted}
        bulk={
          <ActButton size="small" danger disabled={!scheduled.length} onClick={() => cancelling.show(scheduled)}>
            取消定时调价{scheduled.length > 0 && ` ${scheduled.length} 项`}
          </ActButton>
        }
        actions={row =>
          row.state === 'scheduled' && (
            <ActButton size="small" danger onClick={() => cancelling.show([row])}>
              取消
            </ActButton>
          )
        }
        empty={{
          title: '还没有调价',
          text: '在商品页选择规格并提交调价，经另一位操作员确认后，会记在这里。',
          action: <LinkButton to={operationsPaths.catalogue}>去调价</LinkButton>,
        }}
      />
      {cancelling.subject && (
        <CancelDialog
          key={cancelling.key}
          changes={cancelling.subject}
          {...cancelling.props}
          done={() => {
            selection.clear()
            called.reload()
          }}
        />
      )}
    </>
  )
}

interface CancelDialogProps extends ChangeDialogProps {
  changes: readonly ListedChange[]
}

/** The most changes listed one by one. */
const maxNamed = 5

function CancelDialog({ changes, ...dialog }: CancelDialogProps) {
  return (
    <ConfirmDialog
      title={`取消 ${changes.length} 项定时调价`}
      okText="取消调价"
      cancelText="保留"
      danger
      {...dialog}
      call={api.cancelPrices}
      input={{ price_change_ids: changes.map(idOf) }}
      message={`已取消 ${changes.length} 项定时调价`}
    >
      <ul>
        {changes.slice(0, maxNamed).map(change => (
          <li key={change.price_change_id}>
            {change.name} {moved(change)}（{dateTime(change.holds_from)} 起）
          </li>
        ))}
      </ul>
      {changes.length > maxNamed && <p>等共 {changes.length} 项。</p>}
      <p className="quiet">取消后价格保持现在的；不需要另一位操作员确认。</p>
    </ConfirmDialog>
  )
}
