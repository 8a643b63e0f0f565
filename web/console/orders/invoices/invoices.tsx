import { ProfileOutlined } from '@ant-design/icons'
import { Button, Segmented } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { InvoiceList } from './invoice-list.tsx'
import { InvoiceableList } from './invoiceable-list.tsx'
import type { RequestQuestion } from './request-dialog.tsx'
import { TitlesDialog } from './titles-dialog.tsx'

const views = [
  { value: 'asked', label: '开票记录' },
  { value: 'orders', label: '可开票订单' },
]

interface InvoicesProps {
  round: number
  show: (orderId: string) => void
  request: (question: RequestQuestion) => void
}

/** The requested invoices, the orders that can still get one, and the stored titles. */
export function Invoices({ round, show, request }: InvoicesProps) {
  const [search, setSearch] = useSearchParams()
  const [titles, setTitles] = useState(false)
  const view = search.get('view') === 'orders' ? 'orders' : 'asked'
  const turn = (next: string) => setSearch(next === 'orders' ? { tab: 'invoices', view: next } : { tab: 'invoices' })
  return (
    <>
      <div className="invoices-head">
        <Segmented className="queues" aria-label="发票" options={views} value={view} onChange={turn} />
        <Button icon={<ProfileOutlined />} onClick={() => setTitles(true)}>
          发票抬头
        </Button>
      </div>
      {view === 'orders' ? (
        <InvoiceableList round={round} show={show} request={request} />
      ) : (
        <InvoiceList round={round} show={show} toOrders={() => turn('orders')} />
      )}
      <TitlesDialog open={titles} close={() => setTitles(false)} />
    </>
  )
}
