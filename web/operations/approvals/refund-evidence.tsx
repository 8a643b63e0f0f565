import { Skeleton } from 'antd'
import { gatewayNames, refundKindNames } from '#contract/shop.ts'
import { Facts } from '#web/ui/facts.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { count, dateTime, yuan } from '#web/ui/format.ts'
import { refundLooks } from '#web/ui/states.ts'
import { CompanyLink } from '../company-link.tsx'
import { OrderLink } from '../sales/parts.tsx'
import { useOperation } from '../use-operation.ts'

/** What a second operator goes by: the order and how far it is used, what was paid, and what went back before. */
export function RefundEvidence({ approvalId }: { approvalId: string }) {
  const { data, refused, reload } = useOperation('getRefundRequest', { approval_id: approvalId })
  if (refused && !data) return <Failure refused={refused} retry={reload} />
  if (!data) return <Skeleton active paragraph={{ rows: 4 }} />
  const { order_number, subject, company_id, company_name, payable, refunded_amount, returned_amount } = data
  const list = [
    { label: '订单', value: <OrderLink number={order_number} /> },
    { label: '内容', value: subject },
    { label: '企业', value: <CompanyLink id={company_id} name={company_name} /> },
    { label: '方式', value: `${refundKindNames[data.kind]}，${gatewayNames[data.gateway]}` },
    {
      label: '收款',
      value: `${yuan(payable)}${data.paid_at ? `，${dateTime(data.paid_at)} 支付` : ''}`,
    },
    {
      label: '退回',
      value: `本次 ${yuan(data.amount)}，已退 ${yuan(refunded_amount)}，含在途共 ${yuan(returned_amount)}`,
    },
    ...(data.usage ? [{ label: '用量', value: data.usage }] : []),
    ...(data.items.length
      ? [
          {
            label: '收回',
            value: data.items.map(({ name, days, amount }) => `${name} ${count(days)} 天 ${yuan(amount)}`).join('；'),
          },
        ]
      : []),
    ...(data.invoice_number ? [{ label: '发票', value: data.invoice_number }] : []),
    { label: '原因', value: data.reason },
  ]
  return (
    <div className="decision-facts">
      <Facts list={list} />
      {data.earlier.length > 0 && (
        <ul className="consequences" aria-label="此前的退款">
          {data.earlier.map(({ refund_id, kind, state, amount, reason, asked_at }) => (
            <li key={refund_id}>
              {dateTime(asked_at)} {refundKindNames[kind]} {yuan(amount)}，{refundLooks[state].word}：{reason}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
