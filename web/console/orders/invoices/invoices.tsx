import { ProfileOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { May } from '#web/ui/may.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { AutomaticDialog } from './automatic-dialog.tsx'
import { InvoiceList } from './invoice-list.tsx'
import { InvoiceableList } from './invoiceable-list.tsx'
import { PeriodDialog } from './period-dialog.tsx'
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
  const [requested, setRequested] = useState(0)
  const period = useDialog<true>()
  const automatic = useDialog<true>()
  // Both counters only increase, and so does their sum.
  const changed = round + requested
  const view = search.get('view') === 'orders' ? 'orders' : 'asked'
  const turn = (next: string) => setSearch(next === 'orders' ? { tab: 'invoices', view: next } : { tab: 'invoices' })
  return (
    <>
      <div className="invoices-head">
        <Segmented className="queues" aria-label="发票" options={views} value={view} onChange={turn} />
        <span className="row">
          <May call="requestPeriodInvoice">
            <Button onClick={() => period.show(true)}>按月合开</Button>
          </May>
          <May call="setInvoiceSetting">
            <Button onClick={() => automatic.show(true)}>自动开票</Button>
          </May>
          <Button icon={<ProfileOutlined />} onClick={() => setTitles(true)}>
            发票抬头
          </Button>
        </span>
      </div>
      {view === 'orders' ? (
        <InvoiceableList round={changed} show={show} request={request} />
      ) : (
        <InvoiceList round={changed} show={show} toOrders={() => turn('orders')} />
      )}
      <TitlesDialog open={titles} close={() => setTitles(false)} />
      {period.subject && (
        <PeriodDialog key={`period:${period.key}`} {...period.props} done={() => setRequested(before => before + 1)} />
      )}
      {automatic.subject && <AutomaticDialog key={`automatic:${automatic.key}`} {...automatic.props} />}
    </>
  )
}
