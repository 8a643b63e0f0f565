import '../sales/sales.css'
import { Button, Skeleton } from 'antd'
import { useState } from 'react'
import { Facts } from '#web/ui/facts.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { dateTime, yuan } from '#web/ui/format.ts'
import { CompanyLink } from '../company-link.tsx'
import { OrderLink } from '../sales/parts.tsx'
import { VoucherPicture } from '../sales/voucher.tsx'
import { useOperation } from '../use-operation.ts'

/** What a second operator goes by: whose transfer it is, who paid it, and the voucher. */
export function TransferEvidence({ approvalId }: { approvalId: string }) {
  const { data, refused, reload } = useOperation('getTransferRequest', { approval_id: approvalId })
  // The audit log records each opening, so it opens only on demand.
  const [opened, setOpened] = useState(false)
  if (refused && !data) return <Failure refused={refused} retry={reload} />
  if (!data) return <Skeleton active paragraph={{ rows: 4 }} />
  const { company_id, company_name, order_number, remark_code, amount, received, payer_name, payer_matches } = data
  const payer = payer_matches === false ? `${payer_name}（与认证企业名称不同）` : payer_name
  const list = [
    { label: '企业', value: <CompanyLink id={company_id} name={company_name} /> },
    { label: '订单', value: <OrderLink number={order_number} /> },
    { label: '应付', value: received ? `${yuan(amount)}，分次到账合计 ${yuan(received)}` : yuan(amount) },
    { label: '备注码', value: remark_code },
    { label: '付款户名', value: payer ?? '企业没有提交凭证' },
    ...(data.voucher_at ? [{ label: '提交凭证', value: dateTime(data.voucher_at) }] : []),
  ]
  return (
    <div className="decision-facts">
      <Facts list={list} />
      {data.voucher &&
        (opened ? <VoucherPicture transfer={data} /> : <Button onClick={() => setOpened(true)}>查看凭证</Button>)}
    </div>
  )
}
