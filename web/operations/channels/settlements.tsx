import { count, dateTime, yuan } from '#web/ui/format.ts'
import type { Column } from '#web/ui/list/columns.ts'
import { DataList } from '#web/ui/list/data-list.tsx'
import { useListAddress } from '#web/ui/list/use-list-address.ts'
import { TwoLines } from '#web/ui/two-lines.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { ActButton, ActExport } from '../act.tsx'
import { api } from '../api.ts'
import { ReasonDialog } from '../reason-dialog.tsx'
import { useRemembered } from '../use-operation.ts'
import type { Channel, Settlement } from './channel.ts'
import { PaidDialog } from './paid-dialog.tsx'
import { SettleDialog } from './settle-dialog.tsx'

const fields = {}

const columns: Column<Settlement>[] = [
  { key: 'month', title: '月份', render: row => row.month },
  { key: 'orders', title: '订单', end: true, render: row => count(row.orders) },
  { key: 'corrections', title: '更正', end: true, render: row => count(row.corrections) },
  { key: 'paid', title: '实付', end: true, render: row => yuan(row.paid) },
  { key: 'refunded', title: '退款', end: true, render: row => yuan(row.refunded) },
  { key: 'base', title: '计佣金额', end: true, render: row => yuan(row.base) },
  { key: 'percent', title: '比例', end: true, render: row => `${row.commission_percent}%` },
  { key: 'commission', title: '佣金', end: true, render: row => <Commission {...row} /> },
  {
    key: 'payment',
    title: '付款',
    render: ({ payment, commission, carried }) =>
      payment ? (
        <TwoLines first={payment.reference} second={`${payment.operator} ${dateTime(payment.paid_at)}`} />
      ) : (
        <span className="quiet">
          {commission + carried > 0 ? '未付款' : commission + carried < 0 ? '由下一次抵扣' : '无须付款'}
        </span>
      ),
  },
  { key: 'by', title: '生成', render: row => `${row.operator} ${dateTime(row.created_at)}` },
  { key: 'hash', title: '文件 SHA-256', extra: true, render: row => <code>{row.file_sha256.slice(0, 16)}…</code> },
]

/** The commission of a settlement, and the amount paid if an earlier settlement was negative. */
function Commission({ commission, carried }: Settlement) {
  if (!carried) return yuan(commission)
  return (
    <TwoLines
      first={yuan(commission)}
      second={`结转 ${yuan(carried)}，应付 ${yuan(Math.max(0, commission + carried))}`}
    />
  )
}

/** The settlements with a partner, month by month. */
export function Settlements({ channel }: { channel: Channel }) {
  const at = useListAddress(fields)
  const { channel_id } = channel
  const called = useRemembered('getSettlementList', { channel_id, page: at.page, page_size: at.size })
  const settle = useDialog<undefined>()
  const paid = useDialog<Settlement>()
  const revoking = useDialog<Settlement>()
  const begin = <ActButton onClick={() => settle.show(undefined)}>生成结算单</ActButton>
  return (
    <>
      <p className="settlements-about">
        一个月结束后生成结算单：该月底之前付款、还没有结算的订单每单一行，每个订单只结算一次。生成后不再改变；之后的退款作为更正列入下一次结算，合计为负时由以后的佣金抵扣。
      </p>
      <DataList
        name="operations-settlements"
        noun="份结算单"
        at={at}
        called={called}
        columns={columns}
        idOf={row => row.settlement_id}
        labelOf={row => row.month}
        tools={begin}
        actions={row => (
          <span className="row-actions">
            <ActExport load={() => api.getSettlementFile({ settlement_id: row.settlement_id })} size="small">
              下载
            </ActExport>
            {!row.payment && row.commission + row.carried > 0 && (
              <ActButton onClick={() => paid.show(row)}>登记付款</ActButton>
            )}
            {row.payment && <ActButton onClick={() => revoking.show(row)}>撤销登记</ActButton>}
          </span>
        )}
        empty={{ title: '还没有结算过', text: '选择一个已经结束的月份，先看金额，再生成结算单。', action: begin }}
      />
      {paid.subject && (
        <PaidDialog
          key={`paid-${paid.key}`}
          channel={channel}
          settlement={paid.subject}
          {...paid.props}
          done={called.reload}
        />
      )}
      {revoking.subject?.payment && (
        <ReasonDialog
          key={`revoking-${revoking.key}`}
          title={`撤销 ${revoking.subject.month} 的付款登记`}
          subject={revoking.subject.settlement_id}
          okText="撤销登记"
          danger
          {...revoking.props}
          call={api.revokeSettlementPaid}
          input={reason => ({
            settlement_id: revoking.subject?.settlement_id ?? '',
            reference: revoking.subject?.payment?.reference ?? '',
            reason,
          })}
          done={called.reload}
          outdatedBy={[-53022]}
        >
          <p>
            登记的流水号 <strong>{revoking.subject.payment.reference}</strong>{' '}
            留在审计里，这份结算单回到未付款；已经汇出的款项不受影响。
          </p>
        </ReasonDialog>
      )}
      {settle.key > 0 && <SettleDialog key={settle.key} channel={channel} {...settle.props} done={called.reload} />}
    </>
  )
}
